import { getHolds, type Hold, HoldState } from '@partner-office/contracts'
import { Button } from '@partner-office/ui'
import { FilterChip, StateMark } from '@partner-office/ui/console'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { Amount } from '../../parts/amount.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { useProposed } from '../../parts/use-proposed.ts'
import { PATHS } from '../../paths.ts'
import { PartnerLink } from '../../parts/partner-name.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { PartnerFilter } from './partner-filter.tsx'

/** The list of holds: the open ones, and on demand the ended ones too. */
export function HoldsTab() {
  const { t } = useTranslation()
  const list = useHolds()
  const [released, setReleased] = useState<Hold | null>(null)
  const columns = useColumns(setReleased)
  return (
    <>
      <Filters />
      <PagedTable
        list={list}
        caption={t('adjustments.tabs.holds')}
        columns={columns}
        keyOf={({ id }) => String(id)}
        nameOf={({ id }) => t('holds.one', { id })}
        isQuiet={({ state }) => state !== 'OPEN'}
        empty={t('holds.none')}
      />
      {released !== null && <Release hold={released} onClose={() => setReleased(null)} />}
    </>
  )
}

function Release({ hold, onClose }: { readonly hold: Hold; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const onDone = useProposed(onClose)
  return (
    <ProposeDialog
      title={t('holds.releaseTitle', { id: hold.id })}
      proposed={{ kind: 'hold_release', object: String(hold.id), values: {} }}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

function useHolds() {
  const { api } = useConsole()
  const { partner, holds = 'open' } = useSearch({ from: `/frame${PATHS.adjustments}` })
  const state: 'open' | 'all' = holds
  const filter = { state, ...(partner !== undefined && { partnerId: partner }) }
  return usePaged([getHolds.path, filter], (cursor, signal) =>
    api.call(getHolds, { query: { ...filter, ...cursor }, signal }),
  )
}

const MARKS = {
  OPEN: 'attention',
  LAPSED: 'good',
  RELEASED: 'good',
  DEBITED: 'bad',
} as const satisfies Record<HoldState, string>

function useColumns(onRelease: (hold: Hold) => void) {
  const { t } = useTranslation()
  return [
    { name: 'id', head: t('holds.number'), cell: ({ id }: Hold) => id },
    {
      name: 'partner',
      head: t('adjustments.partner'),
      cell: ({ partnerId, partnerName }: Hold) => (
        <PartnerLink partnerId={partnerId} partnerName={partnerName} />
      ),
    },
    { name: 'reason', head: t('holds.reason'), cell: ({ reason }: Hold) => reason },
    {
      name: 'placed',
      head: t('holds.placedAt'),
      cell: (row: Hold) => <Placed {...row} />,
    },
    {
      name: 'until',
      head: t('holds.until'),
      cell: ({ until }: Hold) => (until === null ? t('holds.noEnd') : <Instant at={until} />),
    },
    {
      name: 'state',
      head: t('holds.state'),
      cell: ({ state }: Hold) => <HoldMark state={state} />,
    },
    {
      name: 'amount',
      head: t('adjustments.amount'),
      isFigure: true,
      cell: ({ amount, currency }: Hold) => <Amount amount={amount} currency={currency} />,
    },
    {
      name: 'release',
      head: t('holds.act'),
      cell: (hold: Hold) => <ReleaseButton hold={hold} onRelease={onRelease} />,
    },
  ]
}

const Placed = ({ placedAt, placedBy }: Pick<Hold, 'placedAt' | 'placedBy'>) => (
  <>
    <Instant at={placedAt} /> <bdi className="muted">{placedBy}</bdi>
  </>
)

function HoldMark({ state }: Pick<Hold, 'state'>) {
  const { t } = useTranslation()
  return <StateMark state={MARKS[state]}>{t(`holds.states.${state}`)}</StateMark>
}

type ReleaseButtonProps = {
  readonly hold: Hold
  readonly onRelease: (hold: Hold) => void
}

function ReleaseButton({ hold, onRelease }: ReleaseButtonProps) {
  const { t } = useTranslation()
  const missing = useNeedsRole(['finance'])
  if (hold.state !== 'OPEN') return '–'
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-label={t('holds.releaseTitle', { id: hold.id })}
      disabledReason={missing}
      onClick={() => onRelease(hold)}
    >
      {t('holds.release')}
    </Button>
  )
}

function Filters() {
  const { t } = useTranslation()
  const { holds } = useSearch({ from: `/frame${PATHS.adjustments}` })
  const navigate = useNavigate({ from: PATHS.adjustments })
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      <PartnerFilter />
      <FilterChip
        name={t('holds.shown')}
        clearLabel={t('filters.clear', { name: t('holds.shown') })}
        options={[{ value: 'all', text: t('holds.all') }]}
        value={holds}
        onChange={(value) =>
          void navigate({
            search: (before) => ({
              ...before,
              holds: value === 'all' ? ('all' as const) : undefined,
            }),
          })
        }
      />
    </div>
  )
}
