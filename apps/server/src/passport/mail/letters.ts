import type { Passport } from '../passport.ts'

type Reader = { readonly email: string; readonly language: string; readonly token: string }

/** The mail that asks to confirm an address. */
export async function sendConfirmation(
  { mail, passportOrigin }: Passport,
  { email, language, token }: Reader,
): Promise<void> {
  await mail.send({
    to: email,
    subject: 'Please confirm your e-mail address',
    text: [
      'Welcome! Open this link within 24 hours to confirm your e-mail address:',
      link(passportOrigin, `${language}/registration/confirm`, token),
      'If you did not register, you need not do anything.',
    ].join('\n\n'),
  })
}

/** The mail that lets its reader set a new password. */
export async function sendReset(
  { mail, passportOrigin }: Passport,
  { email, language, token }: Reader,
): Promise<void> {
  await mail.send({
    to: email,
    subject: 'Set a new password',
    text: [
      'Open this link within 30 minutes to set a new password:',
      link(passportOrigin, `${language}/reset`, token),
      'If you did not ask for it, you need not do anything: your password stays as it is.',
    ].join('\n\n'),
  })
}

/** The token stands in the fragment, which no browser sends to a server or names as a referrer. */
const link = (origin: string, path: string, token: string): string =>
  `${origin}/${path}#token=${token}`
