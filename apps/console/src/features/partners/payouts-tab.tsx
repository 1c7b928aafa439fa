import { getPartnerPayouts, type PartnerPayout } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { amountAndFee } from '../../parts/amount-and-fee.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { PayoutMailButton } from './payout-mail.tsx'

/** Payouts of a partner. Source: requirements PTR-007. */
export function PayoutsTab({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const list = usePaged([getPartnerPayouts.path, id], (query, signal) =>
    api.call(getPartnerPayouts, { params: { id }, query, signal }),
  )
  return (
    <PagedTable
      list={list}
      caption={t('partners.tabs.payouts')}
      keyOf={(payout) => String(payout.id)}
      nameOf={(payout) => t('partners.payout', { id: payout.id })}
      empty={t('partners.noPayouts')}
      columns={[
        { name: 'id', head: t('partners.number'), cell: (row: PartnerPayout) => row.id },
        { name: 'at', head: t('partners.asked'), cell: ({ at }) => <Instant at={at} /> },
        {
          name: 'status',
          head: t('partners.state'),
          cell: ({ status }) => t(`partners.payoutStates.${status}`),
        },
        ...amountAndFee({ amount: t('partners.amount'), fee: t('partners.fee') }),
        {
          name: 'mail',
          head: t('payoutMail.head'),
          cell: (row) => <PayoutMailButton partnerId={id} payout={row} />,
        },
      ]}
    />
  )
}
