import {
  type CallReply,
  type ConsoleRate,
  getConsoleRates,
  putConsoleRates,
} from '@partner-office/contracts'
import { Button, Note } from '@partner-office/ui'
import { WithPanel } from '@partner-office/ui/console'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { ageText } from '../../lib/instants.ts'
import { queryOf } from '../../lib/query-of.ts'
import { sortedBy } from '../../lib/sorted-by.ts'
import { ExportButton } from '../../parts/export-button.tsx'
import { ColumnsMenu, ListTable, shownNames } from '../../parts/list-table.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { UnlessFailed } from '../../parts/unless-failed.tsx'
import { PATHS } from '../../paths.ts'
import { RatePanel } from './rate-panel.tsx'
import { rateKey, type Typed } from './rate-values.ts'
import { SetRates } from './set-rates.tsx'
import { useConfigSearch } from './use-config-search.ts'

type Rates = CallReply<typeof getConsoleRates>

const SORTED = ['from', 'to', 'setAt'] as const

/** The rates in force, what uses them, and what the feed says instead. Source: requirements CNF-005, CNF-006. */
export function RatesTab() {
  const { api } = useConsole()
  const rates = useQuery(queryOf(api, getConsoleRates))
  const { search, change } = useConfigSearch()
  const chosen = rates.data?.content.find((rate) => rateKey(rate) === search.open)
  return (
    <WithPanel
      panel={
        chosen === undefined ? null : (
          <RatePanel
            key={rateKey(chosen)}
            rate={chosen}
            onClose={() => change({ open: undefined })}
          />
        )
      }
    >
      <UnlessFailed query={rates} isCard>
        <RateList rates={rates.data} />
      </UnlessFailed>
    </WithPanel>
  )
}

function RateList({ rates }: { readonly rates: Rates | undefined }) {
  const { t } = useTranslation()
  const { search, change } = useConfigSearch()
  const [typed, setTyped] = useState<Typed | null>(null)
  const columns = useColumns()
  const { sort = 'from', order = 'ascending' } = search
  const content = rates?.content
  return (
    <>
      {rates !== undefined && <LeftOut rates={rates} onOpen={setTyped} />}
      <Bar columns={columns} onSet={() => setTyped({})} />
      <ListTable
        caption={t('config.rates')}
        columns={columns}
        hide={search.hide}
        rows={content && sortedBy(content, { sort: SORTED.find((one) => one === sort), order })}
        total={content?.length}
        keyOf={rateKey}
        nameOf={rateKey}
        open={search.open}
        sort={{ column: sort, direction: order }}
        onSort={({ column, direction }) => change({ sort: column, order: direction })}
        link={(rate, attributes) => (
          <Link
            {...attributes}
            from={PATHS.config}
            to="."
            search={(before) => ({ ...before, open: rateKey(rate) })}
            className="row-name"
          />
        )}
        empty={t('rates.none')}
      />
      {typed !== null && rates !== undefined && (
        <SetRates rates={rates} typed={typed} onClose={() => setTyped(null)} />
      )}
    </>
  )
}

type LeftOutProps = { readonly rates: Rates; readonly onOpen: (typed: Typed) => void }

/** Quotes of the feed that jump; each leads to the form with its value. */
function LeftOut({ rates: { leftOut, jumpPercent }, onOpen }: LeftOutProps) {
  const { t } = useTranslation()
  const needsRole = useNeedsRole(putConsoleRates.roles)
  return leftOut.map(({ rate, at, ...pair }) => (
    <Note
      key={rateKey(pair)}
      tone="orange"
      action={
        needsRole === undefined && (
          <Button size="sm" onClick={() => onOpen({ [rateKey(pair)]: rate })}>
            {t('rates.openForm')}
          </Button>
        )
      }
    >
      <b>{t('rates.leftOut', { pair: rateKey(pair), rate, percent: jumpPercent })}</b>{' '}
      <Instant at={at} />
    </Note>
  ))
}

type BarProps = { readonly columns: ReturnType<typeof useColumns>; readonly onSet: () => void }

function Bar({ columns, onSet }: BarProps) {
  const { t } = useTranslation()
  const { search, change } = useConfigSearch()
  const needsRole = useNeedsRole(putConsoleRates.roles)
  const { hide, sort, order } = search
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      <Button size="sm" disabledReason={needsRole} title={needsRole} onClick={onSet}>
        {t('rates.set')}
      </Button>
      <ColumnsMenu columns={columns} hide={hide} onChange={change} />
      <ExportButton
        list="rates"
        filters={{ sort, order }}
        columns={shownNames(columns, hide).flatMap(exportedAs)}
      />
    </div>
  )
}

/** A pair is two columns of a file; what uses a rate is none. */
const exportedAs = (column: string): readonly string[] =>
  column === 'from' ? ['from', 'to'] : column === 'uses' ? [] : [column]

function useColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'from',
      head: t('rates.pair'),
      isSortable: true,
      cell: ({ from, to }: ConsoleRate) => `${from}/${to}`,
    },
    {
      name: 'rateType',
      head: t('rates.type'),
      cell: ({ rateType }: ConsoleRate) => t(`rates.types.${rateType}`),
    },
    {
      name: 'rate',
      head: t('rates.rate'),
      isFigure: true,
      cell: ({ rate }: ConsoleRate) => <span className="digits">{rate}</span>,
    },
    {
      name: 'setAt',
      head: t('rates.since'),
      isSortable: true,
      cell: ({ setAt }: ConsoleRate) => <Instant at={setAt} />,
    },
    ...useSourceColumns(),
  ]
}

/** Where a rate comes from, what uses it, and how old it is. */
function useSourceColumns() {
  const { t } = useTranslation()
  const { clock } = useConsole()
  return [
    {
      name: 'source',
      head: t('rates.source'),
      cell: ({ source, setBy }: ConsoleRate) => (
        <>
          {t(`rates.sources.${source}`)}
          {setBy !== null && (
            <>
              , <bdi>{setBy}</bdi>
            </>
          )}
        </>
      ),
    },
    {
      name: 'uses',
      head: t('rates.uses'),
      isHelper: true,
      isFigure: true,
      cell: ({ uses }: ConsoleRate) =>
        uses.programmes.length + uses.routes.length + uses.pendingPayouts === 0
          ? '–'
          : t('rates.usesShort', {
              programmes: uses.programmes.length,
              routes: uses.routes.length,
              count: uses.pendingPayouts,
            }),
    },
    {
      name: 'confirmedAt',
      head: t('rates.age'),
      isFigure: true,
      cell: ({ confirmedAt, setAt }: ConsoleRate) => ageText(confirmedAt ?? setAt, clock.now()),
    },
  ]
}
