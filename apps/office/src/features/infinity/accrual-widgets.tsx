import type { BonusRecord } from '@partner-office/contracts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useFormat } from '../../lib/formats/use-format.ts'
import { coinsOf } from '../../parts/coins/coins-of.ts'
import { Amount } from '../../parts/figures/amount.tsx'
import { FinalChip } from '../../parts/programmes/state-chips.tsx'
import { shareText } from '../../parts/figures/percent-text.ts'

/** Accruals of the month by coin, and the partner's share. Source: requirements INF-017. */
export function AccrualWidgets({ record }: { readonly record: BonusRecord }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { bonusAmounts, bonusPercent, countingTurnover } = record
  return (
    <div className="grid columns-3">
      {coinsOf([bonusAmounts]).map((currency) => (
        <Widget
          key={currency}
          label={t('infinity.accruedIn', { currency })}
          chip={<FinalChip record={record} />}
          note={t('infinity.part')}
        >
          <Amount amount={bonusAmounts[currency]!} currency={currency} size="m" />
        </Widget>
      ))}
      <Widget
        label={t('infinity.yourRate')}
        note={t('infinity.countingOf', { amount: format.amountText(countingTurnover, 'EUR') })}
      >
        <span className="digits money money-medium">{shareText(bonusPercent, format.style)}</span>
      </Widget>
    </div>
  )
}

type WidgetProps = {
  readonly label: string
  readonly chip?: ReactNode
  readonly note: string
  readonly children: ReactNode
}

function Widget({ label, chip, note, children }: WidgetProps) {
  return (
    <section className="card stack" aria-label={label}>
      <div className="in-row between wrap">
        <h2 className="label">{label}</h2>
        {chip}
      </div>
      <p>{children}</p>
      <p className="meta">{note}</p>
    </section>
  )
}
