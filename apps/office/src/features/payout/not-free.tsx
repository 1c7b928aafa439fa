import { Icon } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useFormat } from '../../lib/formats/use-format.ts'
import type { PayoutStanding } from '../../lib/queries/payout-standing.ts'
import { HoldList } from '../../parts/adjustments/hold-list.tsx'
import { type PayoutOption, waitingOf } from './payout-model.ts'

type NotFreeProps = {
  readonly standing: PayoutStanding
  readonly option: PayoutOption | undefined
}

/** What is on hold of all balances, and what the chosen route pays out later. Source: requirements ADJ-010, ADJ-011. */
export function NotFree({ standing, option }: NotFreeProps) {
  const { t } = useTranslation()
  return (
    <>
      {standing.held.length > 0 && (
        <section aria-labelledby="payout-holds">
          <h3 className="heading-3" id="payout-holds">
            {t('hold.title')}
          </h3>
          <HoldList holds={standing.held} />
        </section>
      )}
      {option !== undefined && <Waiting option={option} standing={standing} />}
    </>
  )
}

function Waiting({ option, standing }: { option: PayoutOption; standing: PayoutStanding }) {
  const { t } = useTranslation()
  const { amountText, instantText } = useFormat()
  const waiting = waitingOf(option, standing)
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="payout-later">
      <h3 className="heading-3" id="payout-later">
        {t('payout.later')}
      </h3>
      <ul className="checks">
        {waiting.map(({ at, amount }) => (
          <li key={at}>
            <span className="check-mark">
              <Icon name="clock" size={14} />
            </span>
            <p className="grow">
              {t('payout.laterFrom', {
                amount: amountText(amount, option.currencyFrom),
                time: instantText(at),
              })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
