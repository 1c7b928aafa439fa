import { useTranslation } from 'react-i18next'

import { monthShown } from '../../../lib/formats/formats.ts'
import { useLocale } from '../../../lib/formats/locale.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { Key } from '@partner-office/ui'
import { Amount } from '../../../parts/figures/amount.tsx'
import { drawnPercent } from '../../../parts/figures/eur.ts'
import type { MonthChart, MonthPart, MonthRow } from './month-chart.ts'
import { useKindName } from './use-kind-name.ts'

type BarsProps = { readonly chart: MonthChart }

/** Colours of the parts of a bar, the largest part first. */
const TONES = [
  { tone: 'leg1', look: 'tone-leg1' },
  { tone: 'leg2', look: 'tone-leg2' },
  { tone: 'others', look: 'tone-others' },
  { tone: 'done', look: 'done' },
] as const

/** Bars of all types in parts, and a row of bars for each type, each row to its own scale. */
export function MonthBars({ chart }: BarsProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { months, rows, parts } = chart
  return (
    <div className="stack gap-3">
      <ul className="stack gap-4">
        {rows.map((row) => (
          <KindBars key={row.kind ?? ''} row={row} chart={chart} />
        ))}
      </ul>
      <p className="month-ends caption">
        <span>{monthShown(months[0]!, locale)}</span>
        <span>{monthShown(months.at(-1)!, locale)}</span>
      </p>
      {rows.length > 1 && <Parts parts={parts} />}
      <p className="meta">{t('bonusMonths.scale')}</p>
    </div>
  )
}

/** Legend of the bars of all types. */
function Parts({ parts }: Pick<MonthChart, 'parts'>) {
  const { t } = useTranslation()
  const nameOf = useKindName()
  return (
    <div className="keys">
      {parts.map(({ kinds }, at) => (
        <Key key={kinds[0]} tone={TONES[at]!.tone}>
          {kinds.length === 1 ? nameOf(kinds[0]!) : t('bonusMonths.others')}
        </Key>
      ))}
    </div>
  )
}

function KindBars({ row, chart: { months, parts } }: BarsProps & { readonly row: MonthRow }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { amountText } = useFormat()
  const name = useKindName()(row.kind)
  const { kind, amounts, total, scale } = row
  return (
    <li className="month-row">
      <span>
        <span className={kind === null ? 'bold block' : 'medium-weight block'}>{name}</span>
        <span className="caption block">
          {t('bonusMonths.best', { amount: amountText(scale, 'EUR') })}
        </span>
      </span>
      <span className="to-end">
        <Amount amount={total} currency="EUR" />
      </span>
      <div
        className={kind === null ? 'month-bars all-kinds' : 'month-bars'}
        role="img"
        aria-label={t('bonusMonths.row', { kind: name, amount: amountText(total, 'EUR') })}
      >
        {months.map((month, at) => (
          <span
            key={month}
            title={t('bonusMonths.bar', {
              month: monthShown(month, locale),
              amount: amountText(amounts[at]!, 'EUR'),
            })}
          >
            <Bar
              parts={kind === null ? parts : [{ kinds: [kind], amounts }]}
              at={at}
              scale={scale}
            />
          </span>
        ))}
      </div>
    </li>
  )
}

type BarProps = {
  readonly parts: readonly MonthPart[]
  readonly at: number
  readonly scale: string
}

/** The parts of one month, the largest type at the bottom. A month that takes more back than it brings has no bar. */
function Bar({ parts, at, scale }: BarProps) {
  return parts.map(({ kinds, amounts }, part) => (
    <i
      key={kinds[0]}
      className={TONES[part]!.look}
      style={{ blockSize: `${Math.max(0, drawnPercent(amounts[at]!, scale))}%` }}
    />
  ))
}
