import { PRODUCT_NAME } from '@partner-office/locales/mail'
import { createTransport } from 'nodemailer'

import { extraHeaders, subjectLine } from '../../mails/letter.ts'
import { type DeliverMail, MailRefused } from './mail-queue.ts'

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000

/** The sender's address: the `from` parameter of `SMTP_URL`, else `no-reply` at the passport's host. */
export function senderOf(smtpUrl: string | null, passportOrigin: string): string {
  const named = smtpUrl === null ? null : new URL(smtpUrl).searchParams.get('from')
  return named ?? `no-reply@${new URL(passportOrigin).hostname}`
}

/**
 * Delivers letters to a mail server.
 *
 * Refuses: `MailRefused`.
 * Source: operations.md section 2, `SMTP_URL`.
 */
export function smtp(smtpUrl: string, passportOrigin: string): DeliverMail {
  const { hostname } = new URL(passportOrigin)
  const from = { name: PRODUCT_NAME, address: senderOf(smtpUrl, passportOrigin) }
  const transport = transportOf(smtpUrl)
  return async (letter, id) => {
    const { to, text, html } = letter
    const subject = subjectLine(letter)
    const headers = extraHeaders(letter)
    const messageId = `<${id}@${hostname}>`
    await transport.sendMail({ from, to, subject, text, html, headers, messageId }).catch(refuse)
  }
}

function transportOf(smtpUrl: string) {
  const url = new URL(smtpUrl)
  return createTransport({
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    secure: url.protocol === 'smtps:',
    ...(url.username !== '' && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Signs in at the mail server and leaves: why it takes no mails; null when it would. */
export async function mailProblem(smtpUrl: string): Promise<string | null> {
  const transport = transportOf(smtpUrl)
  try {
    await transport.verify()
    return null
  } catch (error) {
    return reasonOf(error as MailError)
  } finally {
    transport.close()
  }
}

type MailError = { readonly code?: string; readonly responseCode?: number }

/** Keeps only the error codes: a mail server's texts may contain addresses and credentials. */
const reasonOf = ({ code = 'unknown', responseCode }: MailError): string =>
  responseCode === undefined ? code : `${code} ${responseCode}`

function refuse(error: MailError): never {
  const { code, responseCode } = error
  // A failed login or connection says nothing about the letter, which is then retried.
  const isAboutLetter = code === 'EENVELOPE' || code === 'EMESSAGE'
  throw new MailRefused(reasonOf(error), isAboutLetter && (responseCode ?? 0) >= 500)
}
