import {
  DAY_MS,
  type AccountCurrency,
  decimalsOf,
  formatUnits,
  isAlwaysOn,
} from '@partner-office/domain'
import type { Language } from '@partner-office/locales'
import { dayText, monthFormat } from '@partner-office/locales/formats'
import { mailTexts, PRODUCT_NAME, rankName, settingName } from '@partner-office/locales/mail'

import type { Letter } from '../../mails/letter.ts'
import {
  amountIn,
  filled,
  instantIn,
  isolated,
  leftToRight,
  letterBodies,
  type Values,
} from '../../mails/letter-bodies.ts'
import { type MailItem, type MailKind, settingOf } from './mail-event.ts'
import { MOST_ITEMS } from './note-events.ts'

/** What a mail of a setting says. */
export type Told = {
  readonly key: MailKind
  readonly day: number
  readonly entries: number
  readonly sums: ReadonlyMap<AccountCurrency, bigint>
  readonly items: readonly MailItem[]
}

/** In which language a message is, and how it names partners. */
export type Reader = {
  readonly language: string
  readonly nameOf: (partnerId: number) => string
}

/** Whom it goes to, and the addresses it names. */
export type Addressee = Reader & {
  readonly userId: number
  readonly email: string
  readonly office: string
  readonly passport: string
  /** Signed, for the links that switch the setting off. */
  readonly signature: string
}

const PAGES: Readonly<Record<MailKind, string>> = {
  invoices: 'my-rank',
  newsletters: 'dashboard',
  accountActivity: 'dashboard',
  personalPurchase: 'my-rank',
  rankIncrease: 'my-rank',
  creditingMoney: 'transactions/bonuses',
  clubAchievement: 'my-rank',
  partnersIncrease: 'team/my',
  partnersPurchase: 'team/my',
  partnersRankChange: 'team/my',
  startBonus: 'dashboard',
  turboBonus: 'bonuses/turbo',
  diamondBonus: 'bonuses/diamond',
  newCommission: 'transactions/bonuses',
  reversedBonus: 'transactions/bonuses',
  dailyIncome: 'transactions/bonuses',
  statusPerMonth: 'my-rank',
}

/** What a message of a setting says, in a language. */
export type Lines = {
  readonly language: Language
  readonly subject: string
  /** At most ten, then how many others there are, and the sums of all. */
  readonly rows: readonly string[]
  /** The page of the office that shows more. */
  readonly path: string
}

/** The subject, the rows and the page of a message. */
export function notificationLines(told: Told, to: Reader): Lines {
  const { language, texts } = mailTexts(to.language)
  const { key, items } = told
  const last = items.at(-1)!
  const subject = filled(texts[`${key}.subject`], {
    ...valuesOf(last, language, to),
    ...(last.title !== undefined && { title: last.title }),
    order: ordersOf(items),
    day: dayIn(language, told.day),
  })
  const rows = [
    ...items.slice(0, MOST_ITEMS).map((item) => rowOf(key, item, { language, to })),
    ...sumLines(told, language),
  ]
  return { language, subject, rows, path: notificationPath(told, language) }
}

/** The page of the office that shows more about a message. */
export function notificationPath({ key, items }: Told, language: Language): string {
  const { post } = items.at(-1)!
  return `/${language}/${PAGES[key]}${post === undefined ? '' : `?news=${post}`}`
}

/** The mail of a setting: at most ten lines, how many others there are, and the sums of all. */
export function notificationLetter(told: Told, to: Addressee): Letter {
  const { texts } = mailTexts(to.language)
  const { language, subject, rows, path } = notificationLines(told, to)
  const { key, items } = told
  const text = filled(texts[`${key}.text`], {
    ...valuesOf(items.at(-1)!, language, to),
    day: dayIn(language, told.day),
    rows: rows.join('\n'),
  })
  const link = `${to.office}${path}`
  const letter = { userId: to.userId, to: to.email, subject }
  const footer = footerOf(key, language, to)
  return {
    ...letter,
    ...letterBodies({ language, subject, text, link, footer }),
    ...(!isAlwaysOn(settingOf(key)) && {
      unsubscribe: `${to.office}/v1/unsubscribe/${to.signature}`,
    }),
  }
}

type Reading = { readonly language: Language; readonly to: Reader }

function rowOf(key: MailKind, item: MailItem, { language, to }: Reading): string {
  const { texts } = mailTexts(language)
  const row =
    key === 'accountActivity' && item.ended === true
      ? 'accountActivity.ended'
      : (`${key}.row` as const)
  return filled(texts[row], valuesOf(item, language, to))
}

function valuesOf(item: MailItem, language: Language, { nameOf }: Reader): Values {
  const { order, at, partner, rank, amount, balance, month, title, own, turnover, size, until } =
    item
  return {
    ...(order !== undefined && { order }),
    ...(at !== undefined && { time: instantIn(language, at) }),
    ...(partner !== undefined && { name: isolated(nameOf(partner)) }),
    ...(rank !== undefined && { rank: rankName(language, rank) }),
    ...(amount !== undefined && { amount: amountIn(language, amount) }),
    ...(balance !== undefined && { balance: amountIn(language, balance) }),
    ...(month !== undefined && { month: monthIn(language, month) }),
    ...(title !== undefined && { title: isolated(title) }),
    ...(own !== undefined && { own: amountIn(language, own) }),
    ...(turnover !== undefined && { turnover: amountIn(language, turnover) }),
    ...(size !== undefined && { size }),
    ...(until !== undefined && { until: until === null ? '–' : instantIn(language, until) }),
  }
}

const MOST_IN_SUBJECT = 3

function ordersOf(items: readonly MailItem[]): string {
  const orders = items.flatMap(({ order }) => order ?? [])
  const named = orders.slice(0, MOST_IN_SUBJECT).join(', ')
  return orders.length > MOST_IN_SUBJECT ? `${named}…` : named
}

function sumLines({ entries, items, sums }: Told, language: Language): string[] {
  const { texts } = mailTexts(language)
  const more = entries - Math.min(items.length, MOST_ITEMS)
  const amounts = [...sums].map(([currency, units]) =>
    amountIn(language, `${formatUnits(units, decimalsOf(currency))} ${currency}`),
  )
  return [
    ...(more > 0 ? [filled(texts['frame.more'], { count: more })] : []),
    ...(entries > 1 && amounts.length > 0
      ? [filled(texts['frame.total'], { amount: new Intl.ListFormat(language).format(amounts) })]
      : []),
  ]
}

function footerOf(kind: MailKind, language: Language, to: Addressee): string[] {
  const key = settingOf(kind)
  const { texts } = mailTexts(language)
  const values = { product: PRODUCT_NAME, setting: settingName(language, key) }
  if (isAlwaysOn(key)) return [filled(texts['frame.alwaysOn'], values)]
  const page = `${to.passport}/${language}/mails-off#token=${to.signature}`
  return [filled(texts['frame.off'], values), page]
}

/** A month such as "2026-10" in words. */
const monthIn = (language: Language, month: string): string =>
  monthFormat(language).format(Date.parse(`${month}-01T00:00:00Z`))

/** A day, counted from 1970. */
const dayIn = (language: Language, day: number): string =>
  leftToRight(language, dayText(day * DAY_MS))
