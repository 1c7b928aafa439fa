import { getPartnerPast, PAST_KINDS, type PastEntry } from '@partner-office/contracts'
import { rankDisplayName } from '@partner-office/domain'
import { FilterChip } from '@partner-office/ui/console'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { dateText } from '../../lib/instants.ts'
import { Amount } from '../../parts/amount.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { PATHS } from '../../paths.ts'

type PastTabProps = { readonly id: string }

/** What happened to a partner, from every source, in one list. Source: requirements PTR-019. */
export function PastTab({ id }: PastTabProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { kind } = useSearch({ from: `/frame${PATHS.partner}` })
  const filter = kind === undefined ? {} : { kind }
  const list = usePaged([getPartnerPast.path, id, filter], (query, signal) =>
    api.call(getPartnerPast, { params: { id }, query: { ...filter, ...query }, signal }),
  )
  return (
    <>
      <KindFilter />
      <PagedTable
        list={list}
        caption={t('partners.tabs.past')}
        keyOf={({ kind: of, at, number, state }) => [of, at, number, state].join()}
        nameOf={({ kind: of }) => t(`past.kinds.${of}`)}
        empty={t('past.none')}
        columns={useColumns(id)}
      />
    </>
  )
}

function useColumns(id: string) {
  const { t } = useTranslation()
  return [
    {
      name: 'at',
      head: t('past.at'),
      cell: (entry: PastEntry) => <When entry={entry} />,
    },
    {
      name: 'what',
      head: t('past.what'),
      cell: (entry: PastEntry) => <What id={id} entry={entry} />,
    },
    {
      name: 'state',
      head: t('partners.state'),
      cell: (entry: PastEntry) => <State entry={entry} />,
    },
    {
      name: 'amounts',
      head: t('partners.amount'),
      isFigure: true,
      cell: ({ amounts }: PastEntry) => <Amounts amounts={amounts} />,
    },
  ]
}

function KindFilter() {
  const { t } = useTranslation()
  const { kind } = useSearch({ from: `/frame${PATHS.partner}` })
  const navigate = useNavigate({ from: PATHS.partner })
  const name = t('past.what')
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      <FilterChip
        name={name}
        clearLabel={t('filters.clear', { name })}
        options={PAST_KINDS.map((value) => ({ value, text: t(`past.kinds.${value}`) }))}
        value={kind}
        onChange={(value) =>
          void navigate({
            search: (before) => ({ ...before, kind: PAST_KINDS.find((one) => one === value) }),
          })
        }
      />
    </div>
  )
}

type EntryProps = { readonly entry: PastEntry }

/** Credits have a day and no instant. */
function When({ entry: { kind, at } }: EntryProps) {
  if (kind !== 'CREDITS') return <Instant at={at} />
  return (
    <time className="digits" dateTime={new Date(at).toISOString().slice(0, 10)}>
      {dateText(at)}
    </time>
  )
}

/** The page that an entry is about: one of its own, or a tab of the partner. */
function What({ id, entry: { kind, number } }: PastTabProps & EntryProps): ReactNode {
  const { t } = useTranslation()
  const text = t(`past.kinds.${kind}`)
  const own = (path: (typeof PAGES)[keyof typeof PAGES]) => (
    <Link to={path} params={{ id: String(number) }} className="link">
      {text} <span className="digits">{number}</span>
    </Link>
  )
  if (isPage(kind)) return own(PAGES[kind])
  return (
    <Link to={PATHS.partner} params={{ id }} search={{ tab: TABS[kind] }} className="link">
      {text}
    </Link>
  )
}

const PAGES = {
  ORDER: PATHS.order,
  CANCELLATION: PATHS.order,
  RANK: PATHS.order,
  PAYOUT: PATHS.payout,
  PAYOUT_END: PATHS.payout,
  DOCUMENT: PATHS.document,
  TICKET: PATHS.ticket,
  DISPUTE: PATHS.dispute,
  ADJUSTMENT: PATHS.adjustment,
} as const satisfies Partial<Record<PastEntry['kind'], string>>

const isPage = (kind: PastEntry['kind']): kind is keyof typeof PAGES => kind in PAGES

const TABS = {
  REGISTRATION: 'overview',
  CREDITS: 'bonuses',
  BLOCK: 'audit',
  SIGN_IN: 'security',
} as const satisfies Record<Exclude<PastEntry['kind'], keyof typeof PAGES>, string>

function State({ entry: { kind, state } }: EntryProps): ReactNode {
  const { t } = useTranslation()
  if (state === '') return '–'
  if (kind === 'RANK') return rankDisplayName(state)
  if (kind === 'ADJUSTMENT') return t(`adjustments.kinds.${state as 'goodwill'}`)
  return t(`past.states.${state as 'PENDING'}`)
}

const Amounts = ({ amounts }: Pick<PastEntry, 'amounts'>): ReactNode =>
  amounts.length === 0
    ? '–'
    : amounts.map(({ amount, currency }) => (
        <span key={currency} className="block">
          <Amount amount={amount} currency={currency} />
        </span>
      ))
