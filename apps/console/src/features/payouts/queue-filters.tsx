import { PayoutState, RiskMark } from '@partner-office/contracts'
import { PAYOUT_ROUTES } from '@partner-office/domain'
import { FilterChip, FilterInput } from '@partner-office/ui/console'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

import { ColumnsMenu } from '../../parts/list-table.tsx'
import type { useQueueColumns } from './queue-columns.tsx'
import { useQueueSearch } from './use-queue.ts'

type Typed = 'partner' | 'waits' | 'eurFrom' | 'eurTo' | 'country' | 'operator' | 'batch'

/** How the value of each filter that is typed looks. */
const TYPED: Readonly<Record<Typed, Partial<ComponentProps<'input'>>>> = {
  partner: { maxLength: 16, inputMode: 'numeric', pattern: '[1-9][0-9]*' },
  waits: { maxLength: 5, inputMode: 'numeric', pattern: '[0-9]+' },
  eurFrom: { maxLength: 15, inputMode: 'decimal', pattern: '[0-9]+([.][0-9]{1,2})?' },
  eurTo: { maxLength: 15, inputMode: 'decimal', pattern: '[0-9]+([.][0-9]{1,2})?' },
  country: { maxLength: 2, pattern: '[A-Z]{2}' },
  operator: { maxLength: 256 },
  batch: { maxLength: 16, inputMode: 'numeric', pattern: '[1-9][0-9]*' },
}

/** The filters of the queue, all in the address. Source: requirements PQU-001, SCR-004. */
export function QueueFilters({
  columns,
}: {
  readonly columns: ReturnType<typeof useQueueColumns>
}) {
  const { t } = useTranslation()
  const { search, change } = useQueueSearch()
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      <ChosenFilters />
      {(Object.keys(TYPED) as Typed[]).map((name) => (
        <TypedFilter key={name} name={name} />
      ))}
      <ColumnsMenu columns={columns} hide={search.hide} onChange={change} />
    </div>
  )
}

function ChosenFilters() {
  const { t } = useTranslation()
  const { search, change } = useQueueSearch()
  const named = (name: string) => ({ name, clearLabel: t('filters.clear', { name }) })
  return (
    <>
      <FilterChip
        {...named(t('payouts.state'))}
        options={PayoutState.options.map((value) => ({
          value,
          text: t(`payouts.states.${value}`),
        }))}
        value={search.state}
        onChange={(value) => change({ state: PayoutState.options.find((one) => one === value) })}
      />
      <FilterChip
        {...named(t('payouts.source'))}
        options={PAYOUT_ROUTES.map(({ from, currency }) => ({ value: from, text: currency }))}
        value={search.from}
        onChange={(value) => change({ from: value })}
      />
      <FilterChip
        {...named(t('payouts.risk'))}
        options={RiskMark.options.map((value) => ({ value, text: t(`payouts.marks.${value}`) }))}
        value={search.risk}
        onChange={(value) => change({ risk: RiskMark.options.find((one) => one === value) })}
      />
    </>
  )
}

function TypedFilter({ name }: { readonly name: Typed }) {
  const { t } = useTranslation()
  const { search, change } = useQueueSearch()
  const { maxLength = 256, inputMode, pattern } = TYPED[name]
  const title = t(`payouts.filters.${name}`)
  return (
    <FilterInput
      name={title}
      hint={t(`payouts.filterHints.${name}`)}
      value={search[name]}
      maxLength={maxLength}
      inputMode={inputMode}
      pattern={pattern}
      applyLabel={t('filters.apply')}
      clearLabel={t('filters.clear', { name: title })}
      onChange={(value) => change({ [name]: value })}
    />
  )
}
