import { directionOf } from '@partner-office/locales'
import { mailTexts } from '@partner-office/locales/mail'

import type { NoticeFacts, NoticeKind } from '../notices/notices.ts'
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
export async function sendEmailBack(passport: Passport, reader: Reader): Promise<void> {
  await passport.mail.send(linkLetter(passport, reader, 'emailBack'))
}

const PAGES = {
  confirm: 'confirm',
  reset: 'reset',
  email: 'email-confirm',
  emailBack: 'email-back',
} as const

/** The token is in the URL fragment, which browsers send neither to a server nor as a referrer. */
function linkLetter(
  { passportOrigin }: Passport,
  { userId, email, language: asked, token }: Reader,
  kind: keyof typeof PAGES,
): Letter {
  const { language, texts } = mailTexts(asked)
  const link = `${passportOrigin}/${language}/${PAGES[kind]}#token=${token}`
  const letter = { userId, to: email, subject: texts[`${kind}.subject`] }
  return { ...letter, ...bodies(language, letter.subject, { text: texts[`${kind}.text`], link }) }
}

type Told = {
  readonly userId: number
  readonly address: string
  readonly language: string
  readonly kind: NoticeKind
  readonly facts: NoticeFacts
  readonly createdAt: number
}

/** The mail that tells a partner of an event, with a link to the security page. */
export function noticeLetter(
  passportOrigin: string,
  { userId, address, language: asked, kind, facts, createdAt }: Told,
): Letter {
  const { language, texts } = mailTexts(asked)
  const time = `${new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const values: NoticeFacts = { time, ...facts }
  const text = texts[`${kind}.text`].replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) =>
    name in values ? String(values[name]) : placeholder,
  )
  const letter = { userId, to: address, subject: texts[`${kind}.subject`] }
  const link = `${passportOrigin}/${language}/profile/security`
  return { ...letter, ...bodies(language, letter.subject, { text, link }) }
}

type Body = { readonly text: string; readonly link: string }

/** The same content as plain text and as HTML; `{{link}}` is a paragraph of its own. */
function bodies(language: string, subject: string, { text, link }: Body) {
  const paragraphs = text.split('\n\n').map((paragraph) => {
    if (paragraph === '{{link}}') return `<p dir="ltr"><a href="${link}">${link}</a></p>`
    return `<p>${asHtml(paragraph)}</p>`
  })
  const html = [
    '<!doctype html>',
    `<html lang="${language}" dir="${directionOf(language)}">`,
    `<head><meta charset="utf-8"><title>${asHtml(subject)}</title></head>`,
    `<body>${paragraphs.join('\n')}</body>`,
    '</html>',
  ].join('\n')
  return { text: text.replace('{{link}}', () => link), html }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const asHtml = (text: string): string =>
  text.replaceAll(/[&<>]/g, (each) => ENTITIES[each] ?? each).replaceAll('\n', '<br>\n')
