import type { PayoutStatus, PayoutTransaction } from '@partner-office/contracts'
import { Chip, type ChipTone, type IconName, Shortened } from '@partner-office/ui'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { transactionLink } from './transaction-link.ts'

/** The word of each status. */
export const STATUS_KEYS = {
  SUCCESS: 'transactions.success',
  PENDING: 'transactions.pending',
  REJECTED: 'transactions.rejected',
} as const satisfies Readonly<Record<PayoutStatus, ParseKeys>>

/** Source: requirements TRX-033 to TRX-035. */
const LOOKS: Readonly<Record<PayoutStatus, { tone: ChipTone; icon: IconName }>> = {
  SUCCESS: { tone: 'green', icon: 'done' },
  PENDING: { tone: 'orange', icon: 'clock' },
  REJECTED: { tone: 'red', icon: 'clock' },
}

type Ended = Pick<PayoutTransaction, 'status' | 'cancelled'>

/** The status of a payout as an icon and a word; one that its owner cancelled is called so. Source: decisions D-142. */
export function StatusChip({ payout: { status, cancelled } }: { readonly payout: Ended }) {
  const { t } = useTranslation()
  if (cancelled) {
    return (
      <Chip tone="grey" icon="clock">
        {t('transactions.cancelledState')}
      </Chip>
    )
  }
  return <Chip {...LOOKS[status]}>{t(STATUS_KEYS[status])}</Chip>
}

/** The hash of a payout's transaction; a link where its chain has a page. Source: requirements TRX-023 to TRX-025. */
export function TransactionHash({
  payout: { to, txId },
}: {
  readonly payout: Pick<PayoutTransaction, 'to' | 'txId'>
}) {
  const { t } = useTranslation()
  const { config } = useOffice()
  if (txId === null) return null
  const link = transactionLink({ to, txId }, config.family('txLink.'))
  if (link === null) return <Shortened text={txId} />
  return (
    <a
      className="link"
      href={link}
      target="_blank"
      rel="noreferrer"
      aria-label={t('transactions.openHash', { hash: txId })}
    >
      <Shortened text={txId} />
    </a>
  )
}
