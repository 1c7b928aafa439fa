import { directionOf } from '@partner-office/locales'
import { mailTexts } from '@partner-office/locales/mail'

import type { Passport } from '../passport.ts'
import type { Letter } from './mail.ts'

type Reader = {
  readonly userId: number
  readonly email: string
  readonly language: string
  readonly token: string
}

/** Sends the mail with the link that confirms an address. */
export async function sendConfirmation(passport: Passport, reader: Reader): Promise<void> {
  await passport.mail.send(letter(passport, reader, 'confirm'))
}

/** Sends the mail with the link that sets a new password. */
export async function sendReset(passport: Passport, reader: Reader): Promise<void> {
  await passport.mail.send(letter(passport, reader, 'reset'))
}

/** The token is in the URL fragment, which browsers send neither to a server nor as a referrer. */
function letter(
  { passportOrigin }: Passport,
  { userId, email, language: asked, token }: Reader,
  page: 'confirm' | 'reset',
): Letter {
  const { language, texts } = mailTexts(asked)
  const link = `${passportOrigin}/${language}/${page}#token=${token}`
  const subject = texts[`${page}.subject`]
  const text = texts[`${page}.text`].replace('{{link}}', link)
  const body = text
    .split('\n\n')
    .map((paragraph) =>
      paragraph === link ? `<p dir="ltr"><a href="${link}">${link}</a></p>` : `<p>${paragraph}</p>`,
    )
  const html = [
    '<!doctype html>',
    `<html lang="${language}" dir="${directionOf(language)}">`,
    `<head><meta charset="utf-8"><title>${subject}</title></head>`,
    `<body>${body.join('\n')}</body>`,
    '</html>',
  ].join('\n')
  return { userId, to: email, subject, text, html }
}
