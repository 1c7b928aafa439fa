import { type CallReply, getTree, getTreeTrend, type TreePartner } from '@partner-office/contracts'
import { Button, EmptyNotice, TextField } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { yesterday } from '../../lib/instants.ts'
import { ExportButton } from '../../parts/export-button.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { UnlessFailed } from '../../parts/unless-failed.tsx'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { COLUMNS } from './tree-columns.tsx'
import { Path, Strip } from './tree-top.tsx'
import { TrendChart } from './trend-chart.tsx'

const FROM = `/frame${PATHS.tree}` as const

/** The tree as it was at the end of a past day, beside today. Source: requirements PAS-001; decisions D-169. */
export function TreePage() {
  const { t } = useTranslation()
  const { partner, day } = useSearch({ from: FROM })
  const isAsked = partner !== undefined && day !== undefined
  return (
    <Page title={t('tree.title')} roles={getTree.roles}>
      <div className="stack gap-4">
        <AskForm key={`form ${partner} ${day}`} partner={partner ?? ''} day={day ?? yesterday()} />
        {isAsked ? (
          <Subtree key={`tree ${partner} ${day}`} partner={partner} day={day} />
        ) : (
          <EmptyNotice isCard title={t('tree.choose')} hint={t('tree.chooseHint')} />
        )}
      </div>
    </Page>
  )
}

/** All columns of the file: the partner and the whole first line on both days. */
const EXPORTED = [
  'line',
  'id',
  'firstName',
  'lastName',
  'country',
  'registeredAt',
  ...['rang', 'ownTurnover', 'flSize', 'flTurnover', 'teamSize', 'teamTurnover'].flatMap((name) => [
    `${name}Then`,
    `${name}Today`,
  ]),
]

type AskedTree = { readonly partner: string; readonly day: string }

function AskForm({ partner, day }: AskedTree) {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: PATHS.tree })
  const [typed, setTyped] = useState({ partner, day })
  const show = (event: FormEvent): void => {
    event.preventDefault()
    void navigate({ search: typed })
  }
  return (
    <form className="in-row wrap gap-3 tree-form" onSubmit={show}>
      <TextField
        label={t('tree.partner')}
        required
        inputMode="numeric"
        pattern="[1-9][0-9]{0,15}"
        value={typed.partner}
        onChange={({ target }) => setTyped({ ...typed, partner: target.value })}
      />
      <TextField
        label={t('tree.day')}
        required
        type="date"
        max={yesterday()}
        value={typed.day}
        onChange={({ target }) => setTyped({ ...typed, day: target.value })}
      />
      <Button type="submit" variant="primary">
        {t('tree.show')}
      </Button>
    </form>
  )
}

function Subtree({ partner, day }: AskedTree) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const list = usePaged([getTree.path, partner, day], (query, signal) =>
    api.call(getTree, { query: { partner, day, ...query }, signal }),
  )
  const found = list.data?.pages[0]
  const titles = { validation_error: 'tree.outside', not_found: 'tree.unknown' } as const
  return (
    <UnlessFailed query={list} isCard titles={titles}>
      {found !== undefined && <Top tree={found} day={day} />}
      <PagedTable
        list={list}
        caption={t('tree.firstLine')}
        keyOf={(row) => String(row.id)}
        nameOf={(row) => `${row.firstName} ${row.lastName}`}
        empty={t('tree.nobody')}
        columns={COLUMNS.map(({ name, cell, ...look }) => ({
          name,
          head: t(`tree.columns.${name}`),
          ...look,
          cell: (row: TreePartner) => cell(row, { day, newText: t('tree.new') }),
        }))}
      />
    </UnlessFailed>
  )
}

type TopProps = { readonly tree: CallReply<typeof getTree>; readonly day: string }

/** The way to the partner, the chart, and the figures of the whole subtree on both days. */
function Top({ tree: { partner, path }, day }: TopProps) {
  const { api } = useConsole()
  const { id } = partner
  const trend = useQuery({
    queryKey: [getTreeTrend.path, id, day],
    queryFn: ({ signal }) =>
      api.call(getTreeTrend, { query: { partner: String(id), day }, signal }),
  })
  return (
    <>
      <div className="in-row wrap gap-3">
        <Path partner={partner} path={path} day={day} />
        <span className="push">
          <ExportButton list="tree" filters={{ partner: String(id), day }} columns={EXPORTED} />
        </span>
      </div>
      <TrendChart trend={trend} day={day} />
      <Strip partner={partner} ranksReached={trend.data?.ranksReached} />
    </>
  )
}
