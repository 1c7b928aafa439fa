import { PRODUCT_NAME } from '@partner-office/locales/mail'

import type { Tx } from '../db/database.ts'

/** A mail to one partner, with the same content as plain text and as HTML. */
export type Letter = {
  readonly userId: number
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The address that switches mails of this kind off with one POST (RFC 8058); absent where they are always sent. */
  readonly unsubscribe?: string
}

/** Makes a letter go out once: it leaves with the commit of a transaction, under an id that every attempt repeats. */
export type Once = { readonly tx: Tx; readonly id: string; readonly at: number }

/** Sends letters. */
export type Mail = { send(letter: Letter, once?: Once): Promise<void> }

/** Text of one header line: texts from people hold no line breaks and no other control characters here. */
export const headerText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** The subject of a message: what the letter is about and who sends it, as the titles of pages say it. */
export const subjectLine = ({ subject }: Letter): string =>
  `${headerText(subject)} · ${PRODUCT_NAME}`

/** The headers of a letter beside sender, receiver and subject. Source: RFC 8058, RFC 3834. */
export function extraHeaders({ unsubscribe }: Letter): Readonly<Record<string, string>> {
  return {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe !== undefined && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}
