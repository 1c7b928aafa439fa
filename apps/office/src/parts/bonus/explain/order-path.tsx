import type { BonusExplanation } from '@partner-office/contracts'
import { Gem, Icon } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { dateText, timeText } from '../../../lib/formats.ts'
import { fullNameOf } from '../../../lib/profile.ts'
import { rankNameKey } from '../../../lib/ranks.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Amount } from '../../figures/amount.tsx'
import { shareText } from '../../figures/percent-text.ts'
import { useStepWords } from './use-step-words.ts'

type PathProps = { readonly explanation: BonusExplanation }
type Step = BonusExplanation['path'][number]

/** Path of an order from the buyer up to the partner; it shows no partner above. */
export function OrderPath({ explanation: { order, path } }: PathProps) {
  const { t } = useTranslation()
  if (order === null) return null
  return (
    <section className="stack g3">
      <h3 className="h3">{t('explain.way')}</h3>
      <ol className="path">
        <li className={path[0]?.percent === 0 ? 'to-off' : undefined}>
          <span className="nd src">
            <Icon name="file" size={16} />
          </span>
          <span className="pt">
            <bdi className="med">{fullNameOf(order) || t('common.noname')}</bdi>
          </span>
          <span className="pv">
            <Amount amount={order.amount} currency="EUR" />
          </span>
          <p className="pr">
            {t(order.isCancelled ? 'explain.orderCancelled' : 'explain.orderPaid', {
              number: order.orderId,
              date: dateText(order.paidAt),
              time: timeText(order.paidAt),
            })}
          </p>
        </li>
        {path.map((step, at) => (
          <StepItem
            key={step.level}
            step={step}
            isBeforeUnpaid={path[at + 1]?.percent === 0}
            paidAt={order.paidAt}
          />
        ))}
      </ol>
    </section>
  )
}

type StepProps = {
  readonly step: Step
  readonly isBeforeUnpaid: boolean
  readonly paidAt: number
}

function StepItem({ step, isBeforeUnpaid, paidAt }: StepProps) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const { nameOf, reasonOf } = useStepWords()
  return (
    <li className={classOf(step, isBeforeUnpaid)} aria-current={step.isCaller || undefined}>
      <span className="nd">{step.level}</span>
      <span className="pt">
        <bdi className="med">{nameOf(step)}</bdi>
        <span className="row meta">
          <Gem code={step.rang} size={16} />
          {t(rankNameKey(step.rang))}
        </span>
      </span>
      <span className="pv num">{shareText(step.percent, style)}</span>
      <p className="pr">{reasonOf(step, paidAt)}</p>
    </li>
  )
}

function classOf({ isCaller, percent }: Step, isBeforeUnpaid: boolean): string {
  const state = percent === 0 ? 'off' : isCaller ? 'paid' : 'below'
  return [state, isCaller && 'you', isBeforeUnpaid && 'to-off'].filter(Boolean).join(' ')
}
