import { mailTexts } from '@partner-office/locales/mail'

import type { Letter } from '../../../mails/letter.ts'
import { amountIn, filled, letterBodies } from '../../../mails/letter-bodies.ts'
import { CANCELLED, type ListedPayout } from '../read/list-payouts.ts'

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
): Letter {
  const { language, texts } = mailTexts(asked)
  const isCancelled = status === 'REJECTED' && payout.reason === CANCELLED
  const kind = isCancelled ? 'payoutCancelled' : KINDS[status]
  const { id, partnerId, currency, address } = payout
  const coins = (amount: string) => amountIn(language, `${amount} ${currency}`)
  const values: Readonly<Record<string, string>> = {
    id: String(id),
    amount: coins(payout.amount),
    fee: coins(payout.fee),
    receive: coins(payout.receive),
    address,
    hash: payout.txId ?? '',
    reason: payout.reason ?? '',
  }
  const link = `${office}/${language}/transactions/payouts?payout=${id}`
  const subject = filled(texts[`${kind}.subject`], values)
  const text = filled(texts[`${kind}.text`], values)
  return {
    userId: partnerId,
    to: email,
    subject,
    ...letterBodies({ language, subject, text, link }),
  }
}
