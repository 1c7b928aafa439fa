import { getQueue, postBatch, type QueuedPayout } from '@partner-office/contracts'
import { Button, buttonClass } from '@partner-office/ui'
import type { DataTableProps, TableSort } from '@partner-office/ui/console'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useSignedIn } from '../../lib/console.ts'
import { utcText } from '../../lib/instants.ts'
import { hasOneOf } from '../../lib/session.ts'
import { PagedTable } from '../../parts/paged-table.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { HandOver } from './hand-over.tsx'
import { useQueueColumns } from './queue-columns.tsx'
import { QueueFilters } from './queue-filters.tsx'
import { TotalsBox } from './totals-box.tsx'
import { useQueue, useQueueSearch } from './use-queue.ts'

/** The queue of payouts: what waits, with its marks, and what is handed over from it. Source: requirements PQU-001, PQU-008. */
export function PayoutsPage() {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isGiving, setGiving] = useState(false)
  const isAllowed = hasOneOf(operator.roles, getQueue.roles)
  return (
    <Page
      title={t('menu.payouts')}
      roles={getQueue.roles}
      actions={<HeadActions selected={selected.size} onGive={() => setGiving(true)} />}
    >
      {isAllowed && (
        <div className="stack gap-4">
          <TotalsBox />
          <List selected={selected} onSelect={setSelected} />
        </div>
      )}
      {isGiving && (
        <HandOver
          payoutIds={selected.size === 0 ? null : [...selected].map(Number)}
          onClose={() => {
            setGiving(false)
            setSelected(new Set())
          }}
        />
      )}
    </Page>
  )
}

type HeadActionsProps = { readonly selected: number; readonly onGive: () => void }

function HeadActions({ selected, onGive }: HeadActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Link to={PATHS.routes} className={buttonClass({})}>
        {t('payouts.routes.title')}
      </Link>
      <Link to={PATHS.batches} className={buttonClass({})}>
        {t('payouts.batches.title')}
      </Link>
      <Button
        variant="primary"
        icon="download"
        disabledReason={useNeedsRole(postBatch.roles)}
        onClick={onGive}
      >
        {selected === 0
          ? t('payouts.giveUnmarked')
          : t('payouts.giveSelected', { count: selected })}
      </Button>
    </>
  )
}

type ListProps = {
  readonly selected: ReadonlySet<string>
  readonly onSelect: (keys: ReadonlySet<string>) => void
}

function List({ selected, onSelect }: ListProps) {
  const { t } = useTranslation()
  const { search, change } = useQueueSearch()
  const queue = useQueue()
  const columns = useQueueColumns()
  return (
    <div className="stack gap-3 wide-list">
      <QueueFilters columns={columns} />
      <PagedTable
        list={queue}
        caption={t('menu.payouts')}
        columns={columns}
        hide={search.hide}
        keyOf={({ id }) => String(id)}
        nameOf={({ id }) => t('payouts.one', { id })}
        isQuiet={({ endedAt }) => endedAt !== null}
        link={payoutLink}
        selection={{ keys: selected, onChange: onSelect }}
        sort={{ column: search.sort ?? 'created', direction: search.order ?? 'ascending' }}
        onSort={({ column, direction }: TableSort) =>
          change({ sort: column === 'eur' ? 'eur' : 'created', order: direction })
        }
        empty={t('payouts.none')}
      />
      <Rates />
    </div>
  )
}

type RowLinkAttributes = Parameters<NonNullable<DataTableProps<QueuedPayout>['link']>>[1]

const payoutLink = ({ id }: QueuedPayout, attributes: RowLinkAttributes) => (
  <Link {...attributes} to={PATHS.payout} params={{ id: String(id) }} className="row-name" />
)

/** The rates by which the list is valued. */
function Rates() {
  const { t } = useTranslation()
  const rates = useQueue().data?.pages[0]?.rates ?? []
  if (rates.length === 0) return null
  return (
    <p className="meta">
      {rates
        .map(({ currency, rate, setAt }) =>
          t('payouts.rate', { currency, rate, at: utcText(setAt) }),
        )
        .join(' ')}
    </p>
  )
}
