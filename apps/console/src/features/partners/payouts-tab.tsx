import { getPartnerPayouts, getPayoutStop, type PartnerPayout } from '@partner-office/contracts'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { amountAndFee } from '../../parts/amount-and-fee.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { StopBox } from '../../parts/stop-box.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { PayoutMailButton } from './payout-mail.tsx'

type OfPartner = { readonly id: string }

/** Payouts of a partner, and whether they are stopped. Source: requirements PQU-012, PTR-007. */
export function PayoutsTab({ id }: OfPartner) {
  return (
    <div className="stack gap-4">
      <Stop id={id} />
      <Payouts id={id} />
    </div>
  )
}

function Stop({ id }: OfPartner) {
  const { api } = useConsole()
  const query = useQuery(queryOf(api, getPayoutStop, { params: { id } }))
  return (
    <Loaded query={query} placeholder={120}>
      {({ stop }) => <StopBox partnerId={Number(id)} stop={stop} />}
    </Loaded>
  )
}

function Payouts({ id }: OfPartner) {
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
