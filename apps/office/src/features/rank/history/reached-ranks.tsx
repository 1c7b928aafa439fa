import type { ReachedRank } from '@partner-office/contracts'
import { Gem } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { dateText } from '../../../lib/formats/formats.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { rankNameKey } from '../../../lib/queries/ranks.ts'
import { useOffice } from '../../../lib/session/office.ts'
import { fullNameOf } from '../../../lib/session/profile.ts'
import { LegLines } from '../../../parts/bonus/explain/explained-legs.tsx'
import { AskAbout } from '../../../parts/disputes/ask-about.tsx'
import { Amount } from '../../../parts/figures/amount.tsx'
import { Dash } from '../../../parts/figures/dash.tsx'
import { rankHistoryQuery } from './rank-past-queries.ts'

/** Each rank with its day, order, legs and bonus, the last one first. Source: requirements RKH-001. */
export function ReachedRanks() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const ranks = useQuery(rankHistoryQuery(api))
  return (
    <section className="card stack gap-3" aria-labelledby="ranks-reached">
      <h2 className="heading-2" id="ranks-reached">
        {t('rankPast.reached')}
      </h2>
      <Loaded query={ranks} placeholder={420}>
        {(data) =>
          data.length === 0 ? (
            <p className="subdued">{t('rankPast.none')}</p>
          ) : (
            <ol className="reached-ranks">
              {data.map((rank) => (
                <Reached key={rank.rang} rank={rank} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  )
}

type ReachedProps = { readonly rank: ReachedRank }

function Reached({ rank }: ReachedProps) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const { rang, reachedAt, legs, counting, target } = rank
  const name = t(rankNameKey(rang))
  const eur = (amount: string) => amountText(amount, 'EUR')
  return (
    <li>
      <Gem code={rang} size={28} />
      <div>
        <h3 className="heading-3">{name}</h3>
        <p className="meta">{dateText(reachedAt)}</p>
      </div>
      <Bonus rank={rank} />
      <div className="details stack">
        <Order rank={rank} />
        <details>
          <summary>{t('explain.legs')}</summary>
          <p className="meta">
            {t('explain.rankReached', { rank: name, counting: eur(counting), target: eur(target) })}
          </p>
          <dl className="key-values">
            <LegLines legs={legs} />
          </dl>
        </details>
        <AskAbout thing={{ rankId: rank.rankId }} />
      </div>
    </li>
  )
}

function Order({ rank: { order } }: ReachedProps) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const { orderId, amount, line, isCancelled } = order
  const parts = [
    t('bonusHistory.orderNumber', { number: orderId }),
    amountText(amount, 'EUR'),
    fullNameOf(order) || t('common.noname'),
    ...(line > 0 ? [t('infinity.lineOf', { line })] : []),
  ]
  return (
    <div className="caption">
      <p>
        {parts.map((part, at) => (
          <span key={part}>
            {at > 0 && ' · '}
            <bdi>{part}</bdi>
          </span>
        ))}
      </p>
      {isCancelled && <p>{t('explain.orderCancelled')}</p>}
    </div>
  )
}

function Bonus({ rank: { bonus } }: ReachedProps) {
  if (bonus === null) return <Dash />
  return <Amount amount={bonus.amount} currency={bonus.currency} />
}
