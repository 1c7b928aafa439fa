import { accountNameOf, type Currency } from '@partner-office/domain'
import { Icon } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { sumAmounts } from '../../lib/formats/sum-amounts.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { payoutStandingQuery } from '../../lib/queries/payout-standing.ts'
import { useOffice } from '../../lib/session/office.ts'

const HoldsDialog = lazy(async () => ({
  default: (await import('../../parts/adjustments/holds-dialog.tsx')).HoldsDialog,
}))

type HoldsProps = { readonly currency: Currency }

/**
 * What is on hold of a balance, on the edge of its card: it comes late and moves nothing. Its details open in a window.
 *
 * Source: requirements ADJ-011.
 */
export function BalanceHolds({ currency }: HoldsProps) {
  const { t } = useTranslation()
  const { api, config } = useOffice()
  const { amountText } = useFormat()
  const [isOpen, open] = useState(false)
  const isPayoutOpen = config.isOn('permissionsPayout')
  const { data } = useQuery({ ...payoutStandingQuery(api), enabled: isPayoutOpen })
  const holds = data?.held.filter(({ account }) => account === accountNameOf(currency)) ?? []
  if (holds.length === 0) return null
  const sum = sumAmounts(
    holds.map(({ amount }) => amount),
    currency,
  )
  return (
    <>
      <button
        type="button"
        className="balance-holds"
        aria-haspopup="dialog"
        onClick={() => open(true)}
      >
        <Icon name="lock" size={14} />
        {t('hold.amount', { amount: amountText(sum, currency) })}
      </button>
      {isOpen && (
        <Suspense>
          <HoldsDialog holds={holds} onClose={() => open(false)} />
        </Suspense>
      )}
    </>
  )
}
