import type { BonusExplanation } from '@partner-office/contracts'
import { type BonusType, DISPUTED_ZEROS } from '@partner-office/domain'
import { Chip, Key, Note, Progress } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useFormat } from '../../../lib/formats/use-format.ts'
import { AskAbout } from '../../disputes/ask-about.tsx'
import { shareText } from '../../figures/percent-text.ts'
import { BonusChip } from '../bonus-chip.tsx'
import { SignedAmount } from '../signed-amount.tsx'
import { Calculation } from './calculation-view.tsx'
import { ExplainedAdjustments } from './explained-adjustments.tsx'
import { ExplainedLegs } from './explained-legs.tsx'
import { OrderPath } from './order-path.tsx'
import { useExplanationWords } from './use-explanation-words.ts'

type Explained = { readonly explanation: BonusExplanation }

const STATES = {
  BOOKED: { tone: 'green', icon: 'done', key: 'explain.state.BOOKED' },
  OPEN: { tone: 'orange', icon: 'clock', key: 'explain.state.OPEN' },
  REVERSED: { tone: 'grey', icon: 'retry', key: 'explain.state.REVERSED' },
  UNPAID: { tone: 'grey', icon: 'info', key: 'explain.state.UNPAID' },
} as const

/** One bonus: its amounts, a sentence, the path of the order or the legs, and the calculation. */
export function ExplanationView({ explanation }: Explained) {
  const { t } = useTranslation()
  const { sentenceOf, planOf } = useExplanationWords()
  const { state, amounts, path, legs, adjustments } = explanation
  const { tone, icon, key } = STATES[state]
  return (
    <section className="stack gap-5">
      <div className="in-row wrap">
        <BonusChip kind={explanation.bonusType} />
        <Chip tone={tone} icon={icon}>
          {t(key)}
        </Chip>
      </div>
      {amounts.length > 0 && (
        <p className="explain-amounts">
          {amounts.map(({ recordId, currency, amount }) => (
            <SignedAmount
              key={`${currency} ${recordId}`}
              amount={amount}
              currency={currency}
              size="l"
            />
          ))}
        </p>
      )}
      <p>{sentenceOf(explanation)}</p>
      {path.length > 0 && <OrderPath explanation={explanation} />}
      <OwnRate explanation={explanation} />
      {legs.length > 0 && <ExplainedLegs explanation={explanation} />}
      {amounts.length > 0 && <Calculation explanation={explanation} />}
      {adjustments.length > 0 && <ExplainedAdjustments adjustments={adjustments} />}
      {state !== 'UNPAID' && <Note>{t(NOTES[state])}</Note>}
      <p className="meta">{planOf(explanation)}</p>
      <Ask explanation={explanation} />
    </section>
  )
}

/** What is credited is questioned as a bonus, what is not paid as the zero of its order; an open month is not final. */
function Ask({ explanation: { state, bonusType, amounts, order } }: Explained) {
  const recordId = amounts[0]?.recordId ?? null
  if (recordId !== null) return <AskAbout thing={{ recordId }} />
  if (state !== 'UNPAID' || order === null || !isZeroOf(bonusType)) return null
  return <AskAbout thing={{ orderId: order.orderId, kind: bonusType }} />
}

type Zero = (typeof DISPUTED_ZEROS)[number]
const isZeroOf = (type: BonusType): type is Zero =>
  (DISPUTED_ZEROS as readonly BonusType[]).includes(type)

const NOTES = {
  BOOKED: 'explain.note.BOOKED',
  OPEN: 'explain.note.OPEN',
  REVERSED: 'explain.note.REVERSED',
} as const

/** How the partner's rate is split: the part that was paid below is not paid again. Source: decisions C4. */
function OwnRate({ explanation: { path } }: Explained) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const own = path.find(({ isCaller }) => isCaller)
  if (own === undefined || own.rate === null || own.rate === 0 || own.percent === 0) return null
  const percentOf = (share: number): string => shareText(share, style)
  const below = own.rate - own.percent
  const title = t('explain.ownRate', { percent: shareText(own.rate, style) })
  const partOf = (share: number): number => (share / own.rate!) * 100
  return (
    <section className="stack">
      <h3 className="heading-3">{title}</h3>
      <Progress
        label={title}
        size="lg"
        segments={[
          { percent: partOf(below), tone: 'others' as const },
          { percent: partOf(own.percent), tone: 'leg1' as const },
        ].filter(({ percent }) => percent > 0.01)}
      />
      <div className="keys">
        {below > 0 && (
          <Key tone="others">{t('explain.paidBelow', { percent: percentOf(below) })}</Key>
        )}
        <Key tone="leg1">{t('explain.yours', { percent: percentOf(own.percent) })}</Key>
      </div>
    </section>
  )
}
