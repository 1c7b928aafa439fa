import { useTranslation } from 'react-i18next'

import { DayField } from '../../parts/dates/day-field.tsx'

/** Days such as 2026-11-21; an empty text is no limit. */
type Period = { readonly from: string; readonly to: string }

type PeriodProps = {
  readonly period: Period
  readonly onChange: (changed: Partial<Period>) => void
}

/** The first and the last day of a history. Source: requirements TRX-001, TRX-020. */
export function PeriodFields({ period: { from, to }, onChange }: PeriodProps) {
  const { t } = useTranslation()
  const endsBeforeItBegins = from !== '' && to !== '' && to < from
  return (
    <>
      <DayField
        label={t('bonusHistory.from')}
        value={from}
        onChange={(first) => onChange({ from: first })}
      />
      <DayField
        label={t('bonusHistory.to')}
        value={to}
        error={endsBeforeItBegins ? t('bonusHistory.toBeforeFrom') : undefined}
        onChange={(last) => onChange({ to: last })}
      />
    </>
  )
}
