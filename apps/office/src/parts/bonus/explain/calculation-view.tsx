import type { BonusExplanation } from '@partner-office/contracts'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'

import { dateText, timeText } from '../../../lib/formats/formats.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { type CalculationLine, calculationLines, decimalsKept } from './calculation.ts'
import { exactNumber } from './exact-number.ts'
import { useLineLabel } from './use-line-label.ts'

type Amount = BonusExplanation['amounts'][number]

/** Each amount as a calculation that is exact to the last digit. */
export function Calculation({ explanation }: { explanation: BonusExplanation }) {
  const { t } = useTranslation()
  return (
    <section className="stack gap-3">
      <h3 className="heading-3">{t('explain.calculation')}</h3>
      {explanation.amounts.map((amount) => (
        <Sum
          key={`${amount.currency} ${amount.recordId}`}
          explanation={explanation}
          amount={amount}
        />
      ))}
    </section>
  )
}

type SumProps = { readonly explanation: BonusExplanation; readonly amount: Amount }

function Sum({ explanation, amount }: SumProps) {
  const labelOf = useLineLabel()
  const lines = calculationLines(explanation, amount)
  const digits = (part: number): number =>
    Math.max(...lines.map(({ number }) => number.split('.')[part]?.length ?? 0))
  return (
    <dl className="calculation" style={{ '--id': digits(0), '--fd': digits(1) } as CSSProperties}>
      {lines.map((line) => (
        <div key={line.kind} className={CLASSES[line.kind]}>
          <dt>
            {labelOf(line, amount, explanation)}
            {line.kind === 'rate' && amount.rate !== null && (
              <RateTime at={amount.rate.validFrom} />
            )}
          </dt>
          <Figure line={line} decimals={decimalsKept(amount)} />
        </div>
      ))}
    </dl>
  )
}

const CLASSES: Partial<Record<CalculationLine['kind'], string>> = { exact: 'exact', sum: 'sum-row' }

function RateTime({ at }: { at: number }) {
  const { t } = useTranslation()
  return <small>{t('explain.rateFrom', { date: dateText(at), time: timeText(at) })}</small>
}

/** Only an exact result has decimals behind the kept ones. */
function Figure({ line, decimals }: { line: CalculationLine; decimals: number }) {
  const { style } = useFormat()
  const { kind, number, unit } = line
  const { whole, kept, cut } = exactNumber(
    number,
    style,
    kind === 'exact' ? decimals : number.length,
  )
  return (
    <dd>
      <span className="whole">{whole}</span>
      <span className="fraction">
        {kept}
        {cut !== '' && <span className="cut-digits">{cut}</span>}
      </span>
      <span className="unit">{unit}</span>
    </dd>
  )
}
