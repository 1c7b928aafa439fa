import type { HeldAmount } from '@partner-office/contracts'
import { currencyOfSource } from '@partner-office/domain'
import { Icon } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { AppLink } from '../../lib/navigation/app-link.tsx'
import { useFormat } from '../../lib/formats/use-format.ts'
import { PATHS } from '../../paths.ts'
import { Reason } from './reason.tsx'

/** Each hold with its amount, when it began and ends, its reason, and the bonus that it is about. Source: requirements ADJ-011. */
export function HoldList({ holds }: { readonly holds: readonly HeldAmount[] }) {
  // Only its place identifies a hold.
  const placed = holds.map((hold, place) => ({ hold, place }))
  return (
    <ul className="checks">
      {placed.map(({ hold, place }) => (
        <Hold key={place} hold={hold} />
      ))}
    </ul>
  )
}

function Hold({ hold }: { readonly hold: HeldAmount }) {
  const { t } = useTranslation()
  const { amountText, instantText } = useFormat()
  const { account, amount, recordId, since, until, reason } = hold
  const held = amountText(amount, currencyOfSource(account) ?? account)
  const from = { since: instantText(since) }
  return (
    <li>
      <span className="check-mark">
        <Icon name="lock" size={14} />
      </span>
      <div className="grow stack gap-1">
        <p className="medium-weight">{t('hold.amount', { amount: held })}</p>
        <p className="meta">
          {until === null
            ? t('hold.since', from)
            : t('hold.sinceUntil', { ...from, until: instantText(until) })}
        </p>
        <Reason text={reason} />
        {recordId !== null && (
          <AppLink to={PATHS.transactionsBonuses} search={{ why: recordId }} className="link">
            {t('adjustments.record', { number: recordId })}
          </AppLink>
        )}
      </div>
    </li>
  )
}
