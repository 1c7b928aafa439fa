import type { MailKind } from './mail-event.ts'

/** Where notes wait, and where what left within 24 hours is counted. */
export type Channel = {
  readonly notes: 'mailNotes'
  readonly pace: 'mailPace'
  /** Held by the process that sends. */
  readonly lock: string
}

/** Mails of the notification settings. */
export const MAILS: Channel = { notes: 'mailNotes', pace: 'mailPace', lock: 'mails: sending' }

/** Push messages: their tables have the columns of those of mails. */
export const PUSHES = {
  notes: 'pushNotes',
  pace: 'pushPace',
  lock: 'pushes: sending',
} as unknown as Channel

/** The notes of one message: those of a partner, kind and day. */
export type Group = { readonly partnerId: number; readonly key: MailKind; readonly day: number }
