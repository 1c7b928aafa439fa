import type { InfinityAccrual } from '@partner-office/contracts'
import { Chip } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { dateText } from '../../lib/formats/formats.ts'
import { fullNameOf } from '../../lib/session/profile.ts'

/** Props of a list of accruals. The order explains an accrual. */
export type AccrualsProps = {
  readonly rows: readonly InfinityAccrual[]
  readonly onExplain: (orderId: number) => void
}

/** Full name of the buyer; may be empty. */
export const referralOf = ({ referralFirstName, referralLastName }: InfinityAccrual): string =>
  fullNameOf({ firstName: referralFirstName, lastName: referralLastName })

/** Says that the order was cancelled after its month was closed. Source: decisions C11.22. */
export function CancelledLater({ row }: { readonly row: InfinityAccrual }) {
  const { t } = useTranslation()
  if (row.cancelledAt === undefined) return null
  return (
    <Chip tone="grey">{t('infinity.cancelledLater', { date: dateText(row.cancelledAt) })}</Chip>
  )
}
