import { type BonusExplanation, getPartnerExplanation } from '@partner-office/contracts'
import { rankDisplayName } from '@partner-office/domain'
import { KeyValues } from '@partner-office/ui'
import { SidePanel } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { useProgrammeName } from '../../lib/programme-name.ts'
import { queryOf } from '../../lib/query-of.ts'
import { Amount } from '../../parts/amount.tsx'
import { OrderLink } from '../../parts/order-link.tsx'

type ExplanationProps = {
  readonly id: string
  readonly recordId?: string
  readonly orderId?: string
  readonly onClose: () => void
}

/** How an amount was computed, or why an order brought nothing: what the partner's own call answers. Source: requirements PTR-005. */
export function Explanation({ id, recordId, orderId, onClose }: ExplanationProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const query = recordId === undefined ? { orderId: orderId! } : { recordId }
  const found = useQuery(queryOf(api, getPartnerExplanation, { params: { id }, query }))
  return (
    <SidePanel title={t('partners.explanation')} closeLabel={t('common.close')} onClose={onClose}>
      <Loaded query={found} placeholder={200} titles={{ not_found: 'partners.nothingToExplain' }}>
        {(parts) => (
          <div className="stack gap-4">
            {parts.map((part, at) => (
              <Part key={String(at)} part={part} />
            ))}
          </div>
        )}
      </Loaded>
    </SidePanel>
  )
}

function Part({ part }: { readonly part: BonusExplanation }) {
  const { t } = useTranslation()
  const nameOf = useProgrammeName()
  const { bonusType, state, order, rang, target, counting, planVersion } = part
  const eur = (amount: string) => <Amount amount={amount} currency="EUR" />
  return (
    <section className="stack gap-1" aria-label={nameOf(bonusType)}>
      <h3 className="heading-3">{nameOf(bonusType)}</h3>
      <KeyValues
        items={[
          { label: t('partners.state'), value: t(`partners.explained.${state}`) },
          { label: t('orders.plan'), value: planVersion },
          ...(order === null
            ? []
            : [
                { label: t('orders.order'), value: <OrderLink id={order.orderId} /> },
                { label: t('orders.amount'), value: eur(order.amount) },
              ]),
          ...(rang === null ? [] : [{ label: t('partners.rank'), value: rankDisplayName(rang) }]),
          ...(target === null ? [] : [{ label: t('partners.target'), value: eur(target) }]),
          ...(counting === null ? [] : [{ label: t('partners.counting'), value: eur(counting) }]),
        ]}
      />
      <Steps path={part.path} />
      <Amounts amounts={part.amounts} />
    </section>
  )
}

/** The way of an order up to the partner, with the reason of each step that was not paid. */
function Steps({ path }: Pick<BonusExplanation, 'path'>) {
  const { t } = useTranslation()
  return (
    <ol className="bullet-list">
      {path.map(({ level, firstName, lastName, percent, reason }) => (
        <li key={level}>
          {t('partners.level', { level })}: <bdi>{`${firstName} ${lastName}`}</bdi>,{' '}
          {reason === null
            ? t('partners.percentOf', { percent: Number((percent * 100).toFixed(6)) })
            : t(`partners.unpaid.${reason}`)}
        </li>
      ))}
    </ol>
  )
}

/** Base, percent, share, rate and what was cut off, as they stand in the record. Rounding: none. */
function Amounts({ amounts }: Pick<BonusExplanation, 'amounts'>) {
  const { t } = useTranslation()
  return amounts.map((each) => (
    <KeyValues
      key={`${each.recordId} ${each.currency}`}
      items={[
        { label: t('partners.base'), value: each.base },
        { label: t('partners.percent'), value: each.percent ?? '–' },
        { label: t('partners.value'), value: each.value },
        { label: t('partners.share'), value: each.share },
        { label: t('partners.rate'), value: each.rate?.rate ?? '–' },
        { label: t('partners.exact'), value: each.exact },
        { label: t('partners.cut'), value: each.cut },
        { label: t('partners.creditedBefore'), value: each.creditedBefore },
        {
          label: t('partners.amount'),
          value: <Amount amount={each.amount} currency={each.currency} />,
        },
      ]}
    />
  ))
}
