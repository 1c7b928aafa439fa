import { DAY_MS, type NotificationKey } from '@partner-office/domain'

/** What one line of a mail says. Names are not here: they are read when the mail is written. */
export type MailItem = {
  readonly order?: number
  /** Units: epoch milliseconds. */
  readonly at?: number
  /** The partner whom the line is about. */
  readonly partner?: number
  /** The code of a rank. */
  readonly rank?: string
  /** With its currency. */
  readonly amount?: string
  readonly month?: string
  /** The post's id and title. */
  readonly post?: number
  readonly title?: string
  /** The activity is over. */
  readonly ended?: boolean
  /** Figures of the monthly status. */
  readonly own?: string
  readonly turnover?: string
  readonly size?: number
  readonly until?: number | null
}

/** An event that causes a mail to a partner. */
export type MailEvent = {
  readonly partnerId: number
  readonly key: NotificationKey
  readonly item: MailItem
  /** Added up over the entries of one mail. Units: smallest units. */
  readonly sum?: { readonly currency: string; readonly units: bigint }
  /** UTC day of a daily summary, counted from 1970. */
  readonly day?: number
}

/** How old an event may be when it is recorded: imported history is not told. Source: docs/decisions/0013-mails.md. */
export const HISTORY_MS = 2 * DAY_MS
