import { getInbox, INBOX_KINDS, type InboxLine, TicketState } from '@partner-office/contracts'
import { TICKET_TYPES } from '@partner-office/domain'
import { Note } from '@partner-office/ui'
import { FilterChip, FilterInput } from '@partner-office/ui/console'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { languageText } from '../../lib/languages.ts'
import { Instant } from '../../lib/instant.tsx'
import { InboxLink } from '../../parts/inbox/inbox-link.tsx'
import { TicketStateMark } from '../../parts/inbox/ticket-state.tsx'
import { useInbox } from '../../parts/inbox/use-inbox.ts'
import { NumberFilter } from '../../parts/number-filter.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { PartnerName } from '../../parts/partner-name.tsx'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'

const FROM = `/frame${PATHS.inbox}` as const
/** Tickets and disputes that wait, what waits longest first. Source: requirements INB-001, INB-008. */
export function InboxPage() {
  const { t } = useTranslation()
  const filters = useSearch({ from: FROM })
  const list = useInbox(filters)
  const isElsewhere = list.data?.pages[0]?.helpDesk === true
  return (
    <Page
      title={t('menu.inbox')}
      roles={getInbox.roles}
      actions={
        <Link to={PATHS.templates} className="link">
          {t('templates.title')}
        </Link>
      }
    >
      <div className="stack gap-4">
        {isElsewhere && <Note tone="orange">{t('inbox.helpDesk')}</Note>}
        <Filters />
        <PagedTable
          list={list}
          caption={t('menu.inbox')}
          columns={useColumns()}
          keyOf={({ kind, id }) => `${kind} ${id}`}
          nameOf={({ kind, id }) => t(`inbox.ones.${kind}`, { id })}
          isQuiet={({ state }) => state === 'CLOSED'}
          link={(line, attributes) => (
            <InboxLink {...attributes} line={line} filters={filters} className="row-name" />
          )}
          empty={t('inbox.none')}
        />
      </div>
    </Page>
  )
}

function useColumns() {
  const { t } = useTranslation()
  return [
    { name: 'id', head: t('inbox.number'), cell: ({ id }: InboxLine) => id },
    {
      name: 'kind',
      head: t('inbox.kind'),
      cell: ({ kind }: InboxLine) => t(`inbox.kinds.${kind}`),
    },
    {
      name: 'type',
      head: t('inbox.type'),
      cell: ({ type }: InboxLine) => (type === null ? '–' : t(`inbox.types.${type}`)),
    },
    {
      name: 'text',
      head: t('inbox.text'),
      cell: ({ text }: InboxLine) => <bdi className="clipped">{text}</bdi>,
    },
    ...usePartnerColumns(),
    {
      name: 'state',
      head: t('inbox.state'),
      cell: (line: InboxLine) => <TicketStateMark line={line} />,
    },
    {
      name: 'since',
      head: t('inbox.since'),
      cell: ({ since }: InboxLine) => <Instant at={since} />,
    },
    {
      name: 'assignee',
      head: t('inbox.assignee'),
      cell: ({ assignee }: InboxLine) => assignee ?? '–',
    },
  ]
}

function usePartnerColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'partner',
      head: t('orders.partner'),
      cell: ({ partner }: InboxLine) => <PartnerName partner={partner} />,
    },
    {
      name: 'language',
      head: t('inbox.language'),
      cell: ({ language }: InboxLine) => languageText(language),
    },
  ]
}

const STATES = ['open', ...TicketState.options, 'all'] as const
const ASSIGNEES = ['me', 'none'] as const
const TYPES = Object.values(TICKET_TYPES).map(String)

/** The filters, all in the address. Source: requirements SCR-004. */
function Filters() {
  const { t } = useTranslation()
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      <TypedFilters />
      <ChosenFilters />
    </div>
  )
}

function useFilters() {
  const { t } = useTranslation()
  const search = useSearch({ from: FROM })
  const navigate = useNavigate({ from: PATHS.inbox })
  return {
    search,
    change: (changes: typeof search): void =>
      void navigate({ search: (before) => ({ ...before, ...changes }) }),
    named: (name: string) => ({ name, clearLabel: t('filters.clear', { name }) }),
  }
}

function TypedFilters() {
  const { t } = useTranslation()
  const { search, change, named } = useFilters()
  const applyLabel = t('filters.apply')
  return (
    <>
      <FilterInput
        {...named(t('inbox.search'))}
        hint={t('inbox.searchHint')}
        maxLength={200}
        value={search.search}
        applyLabel={applyLabel}
        onChange={(words) => change({ search: words })}
      />
      <FilterInput
        {...named(t('inbox.language'))}
        hint={t('inbox.languageHint')}
        maxLength={2}
        pattern="[a-z]{2}"
        value={search.language}
        applyLabel={applyLabel}
        onChange={(language) => change({ language })}
      />
      <NumberFilter
        name={t('orders.partner')}
        hint={t('orders.hints.partner')}
        value={search.partner}
        onChange={(partner) => change({ partner })}
      />
    </>
  )
}

function ChosenFilters() {
  const { t } = useTranslation()
  const { search, change, named } = useFilters()
  return (
    <>
      <FilterChip
        {...named(t('inbox.state'))}
        options={STATES.map((value) => ({ value, text: t(`inbox.states.${value}`) }))}
        value={search.state}
        onChange={(value) => change({ state: STATES.find((one) => one === value) })}
      />
      <FilterChip
        {...named(t('inbox.kind'))}
        options={INBOX_KINDS.map((value) => ({ value, text: t(`inbox.kinds.${value}`) }))}
        value={search.kind}
        onChange={(value) => change({ kind: INBOX_KINDS.find((one) => one === value) })}
      />
      <FilterChip
        {...named(t('inbox.type'))}
        options={TYPES.map((value) => ({ value, text: t(`inbox.types.${value as '1'}`) }))}
        value={search.type}
        onChange={(type) => change({ type })}
      />
      <FilterChip
        {...named(t('inbox.assignee'))}
        options={ASSIGNEES.map((value) => ({ value, text: t(`inbox.assignees.${value}`) }))}
        value={search.assignee}
        onChange={(value) => change({ assignee: ASSIGNEES.find((one) => one === value) })}
      />
    </>
  )
}
