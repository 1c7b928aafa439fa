import { DAY_MS, type NotificationKey } from '@partner-office/domain'

/** What a mail is about: a setting, or a part of a setting that has a mail of its own. */
export type MailKind = NotificationKey | 'reversedBonus'

/** The setting that switches a kind of mail. */
export const settingOf = (kind: MailKind): NotificationKey =>
  kind === 'reversedBonus' ? 'creditingMoney' : kind

/** A range of facts, the first one left out. */
export type Facts = { readonly after: number; readonly upTo: number }

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
  /** What is left in the account, with its currency. */
  readonly balance?: string
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
  readonly key: MailKind
  readonly item: MailItem
  /** Added up over the entries of one mail. Units: smallest units. */
  readonly sum?: { readonly currency: string; readonly units: bigint }
  /** UTC day of a daily summary, counted from 1970. */
  readonly day?: number
  /** The facts that it was read from, of what a cancelled order makes untrue: it is read again when the mail is written. */
  readonly facts?: Facts
}

/** How old an event may be when it is recorded: imported history is not told. Source: docs/decisions/0013-mails.md. */
export const HISTORY_MS = 2 * DAY_MS
