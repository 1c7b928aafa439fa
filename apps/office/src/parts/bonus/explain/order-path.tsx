import type { BonusExplanation } from '@partner-office/contracts'
import { Gem, Icon } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { dateText, timeText } from '../../../lib/formats/formats.ts'
import { fullNameOf } from '../../../lib/session/profile.ts'
import { rankNameKey } from '../../../lib/queries/ranks.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
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
    <section className="stack gap-3">
      <h3 className="heading-3">{t('explain.way')}</h3>
      <ol className="path">
        <li className={path[0]?.percent === 0 ? 'to-unpaid' : undefined}>
          <span className="step-mark source">
            <Icon name="file" size={16} />
          </span>
          <span className="step-name">
            <bdi className="medium-weight">{fullNameOf(order) || t('common.noname')}</bdi>
          </span>
          <span className="step-share">
            <Amount amount={order.amount} currency="EUR" />
          </span>
          <p className="step-reason">
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
      <span className="step-mark">{step.level}</span>
      <span className="step-name">
        <bdi className="medium-weight">{nameOf(step)}</bdi>
        <span className="in-row meta">
          <Gem code={step.rang} size={16} />
          {t(rankNameKey(step.rang))}
        </span>
      </span>
      <span className="step-share digits">{shareText(step.percent, style)}</span>
      <p className="step-reason">{reasonOf(step, paidAt)}</p>
    </li>
  )
}

function classOf({ isCaller, percent }: Step, isBeforeUnpaid: boolean): string {
  const state = percent === 0 ? 'unpaid' : isCaller ? 'paid' : 'below'
  return [state, isCaller && 'caller', isBeforeUnpaid && 'to-unpaid'].filter(Boolean).join(' ')
}
