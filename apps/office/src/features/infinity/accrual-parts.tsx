import type { InfinityAccrual } from '@partner-office/contracts'

import { dateShown, dateText, timeText } from '../../lib/formats.ts'
import { fullNameOf } from '../../lib/profile.ts'
import { useLocale } from '../../lib/locale.ts'

/** Accruals in a list; each is explained by its order. */
export type AccrualsProps = {
  readonly rows: readonly InfinityAccrual[]
  readonly onExplain: (orderId: number) => void
}

/** Whose order it was; empty where no name is known. */
export const referralOf = ({ referralFirstName, referralLastName }: InfinityAccrual): string =>
  fullNameOf({ firstName: referralFirstName, lastName: referralLastName })

/** When an order was paid; the exact time is in the title. Source: requirements FMT-002. */
export function AccrualDate({ at }: { readonly at: number }) {
  const locale = useLocale()
  return (
    <time dateTime={new Date(at).toISOString()} title={`${dateText(at)} ${timeText(at)} UTC`}>
      {dateShown(at, Date.now(), locale)}
    </time>
  )
}
