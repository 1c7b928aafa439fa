import { mailTexts } from '@partner-office/locales/mail'

import type { Letter, Once } from '../../mails/letter.ts'
import { amountIn, filled, instantIn, letterBodies } from '../../mails/letter-bodies.ts'
import type { BalanceNotice, DisputeNotice, NoticeFacts, NoticeKind } from '../notices/notices.ts'
import type { Passport } from '../passport.ts'

type Reader = {
  readonly userId: number
  readonly email: string
  readonly language: string
  readonly token: string
}

/** Sends the mail with the link that confirms an address. */
export async function sendConfirmation(
  passport: Pick<Passport, 'mail' | 'passportOrigin'>,
  reader: Reader,
): Promise<void> {
  await passport.mail.send(linkLetter(passport, reader, 'confirm'))
}

/** Sends the mail with the link that sets a new password. */
export async function sendReset(passport: Passport, reader: Reader): Promise<void> {
  await passport.mail.send(linkLetter(passport, reader, 'reset'))
}

/** Sends the mail with the link that confirms another address of an account. */
export async function sendEmailConfirmation(passport: Passport, reader: Reader): Promise<void> {
  await passport.mail.send(linkLetter(passport, reader, 'email'))
}

/** Sends the old address the mail with the link that takes a change of address back. */
export async function sendEmailBack(passport: Passport, reader: Reader, once: Once): Promise<void> {
  await passport.mail.send(linkLetter(passport, reader, 'emailBack'), once)
}

const PAGES = {
  confirm: 'confirm',
  reset: 'reset',
  email: 'email-confirm',
  emailBack: 'email-back',
} as const

/** The token is in the URL fragment, which browsers send neither to a server nor as a referrer. */
function linkLetter(
  { passportOrigin }: Pick<Passport, 'passportOrigin'>,
  { userId, email, language: asked, token }: Reader,
  kind: keyof typeof PAGES,
): Letter {
  const { language, texts } = mailTexts(asked)
  const link = `${passportOrigin}/${language}/${PAGES[kind]}#token=${token}`
  const letter = { userId, to: email, subject: texts[`${kind}.subject`] }
  const content = { language, subject: letter.subject, text: texts[`${kind}.text`], link }
  return { ...letter, ...letterBodies(content) }
}

type Told = {
  readonly userId: number
  readonly address: string
  readonly language: string
  readonly kind: NoticeKind
  readonly facts: NoticeFacts
  readonly createdAt: number
}

/** The pages of the office that events of a balance and of disputes link to; all others link to the security page. */
const OFFICE_PAGES: Readonly<Partial<Record<NoticeKind, string>>> = {
  balanceAdjusted: 'bonuses/adjustments',
  balanceHeld: 'payout',
  holdReleased: 'payout',
  disputeAnswered: 'disputes',
  disputeAsked: 'disputes',
  disputeCorrected: 'disputes',
} satisfies Record<BalanceNotice | DisputeNotice, string>

/** The mail that tells a partner of an event, with a link to the page about it. */
export function noticeLetter(
  { passportOrigin, officeOrigin }: Pick<Passport, 'passportOrigin' | 'officeOrigin'>,
  { userId, address, language: asked, kind, facts, createdAt }: Told,
): Letter {
  const { language, texts } = mailTexts(asked)
  const { amount, ...others } = facts
  const values: NoticeFacts = {
    time: instantIn(language, createdAt),
    ...others,
    ...(amount !== undefined && { amount: amountIn(language, String(amount)) }),
  }
  const text = filled(texts[`${kind}.text`], values)
  const letter = { userId, to: address, subject: texts[`${kind}.subject`] }
  const page = OFFICE_PAGES[kind]
  const link =
    page === undefined
      ? `${passportOrigin}/${language}/profile/security`
      : `${officeOrigin}/${language}/${page}`
  return { ...letter, ...letterBodies({ language, subject: letter.subject, text, link }) }
}
