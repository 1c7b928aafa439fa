import { directionOf } from '@partner-office/locales'
import { mailTexts } from '@partner-office/locales/mail'

import type { ListedPayout } from './list-payouts.ts'

/** A mail to one partner, with the same content as plain text and as HTML. */
export type PayoutLetter = {
  readonly userId: number
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

type Reader = { readonly email: string; readonly language: string; readonly office: string }

const KINDS = {
  PENDING: 'payoutAccepted',
  SUCCESS: 'payoutSent',
  REJECTED: 'payoutRejected',
} as const

/**
 * The mail about a payout: it repeats amount, fee, what arrives and the whole address.
 *
 * Units: amounts are decimals of the payout's currency.
 * Source: PAY-082; decisions D-142.
 */
export function payoutLetter(
  payout: ListedPayout,
  status: ListedPayout['status'],
  { email, language: asked, office }: Reader,
): PayoutLetter {
  const { language, texts } = mailTexts(asked)
  const kind = KINDS[status]
  const { id, partnerId, currency, address } = payout
  const coins = (amount: string) => `${amount} ${currency}`
  const values: Readonly<Record<string, string>> = {
    id: String(id),
    amount: coins(payout.amount),
    fee: coins(payout.fee),
    receive: coins(payout.receive),
    address,
    hash: payout.txId ?? '',
    reason: payout.reason ?? '',
    link: `${office}/${language}/transactions/payouts?payout=${id}`,
  }
  const fill = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  const subject = fill(texts[`${kind}.subject`])
  const text = fill(texts[`${kind}.text`])
  const html = htmlOf({ language, subject, text, link: values['link']! })
  return { userId: partnerId, to: email, subject, text, html }
}

type Written = {
  readonly language: string
  readonly subject: string
  readonly text: string
  readonly link: string
}

function htmlOf({ language, subject, text, link }: Written): string {
  const paragraph = (part: string) =>
    part === link
      ? `<p dir="ltr"><a href="${link}">${link}</a></p>`
      : `<p>${part.split('\n').map(escaped).join('<br>')}</p>`
  return [
    '<!doctype html>',
    `<html lang="${language}" dir="${directionOf(language)}">`,
    `<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    `<body>${text.split('\n\n').map(paragraph).join('\n')}</body>`,
    '</html>',
  ].join('\n')
}

/** An operator's reason and an address are texts from people. */
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
