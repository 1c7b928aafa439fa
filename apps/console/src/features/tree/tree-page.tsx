import {
  type CallReply,
  getTree,
  type NamedPartner,
  type TreePartner,
} from '@partner-office/contracts'
import { Button, EmptyNotice, Money, TextField } from '@partner-office/ui'
import { FigureStrip } from '@partner-office/ui/console'
import { LoadError } from '@partner-office/web'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { countText } from '../../lib/figures.ts'
import { Amount } from '../../parts/amount.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { PartnerName } from '../../parts/partner-name.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { countChange, eurChange } from './changes.ts'

const FROM = `/frame${PATHS.tree}` as const

/** The tree as it was at the end of a past day, beside today. Source: requirements PAS-001; decisions D-169. */
export function TreePage() {
  const { t } = useTranslation()
  const { partner, day } = useSearch({ from: FROM })
  const isAsked = partner !== undefined && day !== undefined
  return (
    <Page title={t('tree.title')} roles={getTree.roles}>
      <div className="stack gap-4">
        <AskForm key={`${partner} ${day}`} partner={partner ?? ''} day={day ?? yesterday()} />
        {isAsked ? (
          <Subtree key={`${partner} ${day}`} partner={partner} day={day} />
        ) : (
          <EmptyNotice isCard title={t('tree.choose')} hint={t('tree.chooseHint')} />
        )}
      </div>
    </Page>
  )
}

const DAY_MS = 86_400_000
const yesterday = (): string => new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)

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
  if (list.isError && found === undefined) {
    return (
      <LoadError
        isCard
        titles={{ validation_error: 'tree.outside', not_found: 'tree.unknown' }}
        error={list.error}
        isRetrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  }
  return (
    <>
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
    </>
  )
}

const ZERO = '0.00'

type CellContext = { readonly day: string; readonly newText: string }

type TreeColumn = {
  readonly name:
    | 'partner'
    | 'teamThen'
    | 'teamNow'
    | 'teamChange'
    | 'turnoverThen'
    | 'turnoverNow'
    | 'turnoverChange'
  readonly isFigure: boolean
  readonly isHelper?: boolean
  readonly cell: (row: TreePartner, context: CellContext) => ReactNode
}

/** `–`: the partner had not registered. */
const COLUMNS: readonly TreeColumn[] = [
  {
    name: 'partner',
    isFigure: false,
    cell: (row, { day, newText }) => (
      <>
        <TreeLink partner={row} day={day} />
        {row.past === null && <span className="caption"> {newText}</span>}
      </>
    ),
  },
  {
    name: 'teamThen',
    isFigure: true,
    isHelper: true,
    cell: ({ past }) => (past === null ? '–' : countText(past.teamSize)),
  },
  { name: 'teamNow', isFigure: true, cell: ({ today }) => countText(today.teamSize) },
  {
    name: 'teamChange',
    isFigure: true,
    cell: ({ past, today }) => countChange(past?.teamSize ?? 0, today.teamSize),
  },
  {
    name: 'turnoverThen',
    isFigure: true,
    isHelper: true,
    cell: ({ past }) => <Amount amount={past?.teamTurnover ?? null} currency="EUR" />,
  },
  {
    name: 'turnoverNow',
    isFigure: true,
    cell: ({ today }) => <Amount amount={today.teamTurnover} currency="EUR" />,
  },
  {
    name: 'turnoverChange',
    isFigure: true,
    cell: ({ past, today }) => (
      <Money {...eurChange(past?.teamTurnover ?? ZERO, today.teamTurnover)} unit="EUR" />
    ),
  },
]

type TreeLinkProps = { readonly partner: NamedPartner; readonly day: string }

/** Opens the subtree of a partner, on the same day. */
const TreeLink = ({ partner: { id, firstName, lastName }, day }: TreeLinkProps) => (
  <>
    <Link to={PATHS.tree} search={{ partner: String(id), day }} className="link">
      <bdi>{`${firstName} ${lastName}`}</bdi>
    </Link>{' '}
    <span className="muted digits">{id}</span>
  </>
)

type TopProps = { readonly tree: CallReply<typeof getTree>; readonly day: string }

const COUNTS = ['teamSize', 'flSize'] as const
const AMOUNTS = ['teamTurnover', 'ownTurnover'] as const

/** The way to the partner, and the figures of the whole subtree on both days. */
function Top({ tree: { partner, path }, day }: TopProps) {
  const { t } = useTranslation()
  const { past, today } = partner
  const bothDays = (then: ReactNode, now: ReactNode) => (
    <>
      {past === null ? (
        t('tree.notRegistered')
      ) : (
        <>
          {t('tree.was')} {then}
        </>
      )}
      , {t('tree.is')} {now}
    </>
  )
  return (
    <>
      <nav aria-label={t('tree.path')} className="in-row wrap gap-1">
        {path.map((step) => (
          <span key={step.id}>
            <TreeLink partner={step} day={day} /> /
          </span>
        ))}
        <span aria-current="true">
          <PartnerName partner={partner} />
        </span>
      </nav>
      <FigureStrip
        figures={[
          ...COUNTS.map((name) => ({
            label: t(`tree.figures.${name}`),
            value: countChange(past?.[name] ?? 0, today[name]),
            detail: bothDays(countText(past?.[name] ?? 0), countText(today[name])),
          })),
          ...AMOUNTS.map((name) => ({
            label: t(`tree.figures.${name}`),
            value: <Money {...eurChange(past?.[name] ?? ZERO, today[name])} unit="EUR" />,
            detail: bothDays(
              <Amount amount={past?.[name] ?? null} currency="EUR" />,
              <Amount amount={today[name]} currency="EUR" />,
            ),
          })),
        ]}
      />
    </>
  )
}
