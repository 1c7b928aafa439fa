import { type Currency, decimalsOf } from '@partner-office/domain'
import type { Language } from '@partner-office/locales'
import { amountFormat, dayText, monthFormat } from '@partner-office/locales/formats'
import { type StatementTexts, statementTexts } from '@partner-office/locales/statement'

/** Texts, numbers and dates of a statement in one language. Digits are Latin in every language. Source: decisions D-103. */
export class StatementWords {
  readonly language: Language
  readonly texts: StatementTexts
  readonly #amounts = new Map<number, Intl.NumberFormat>()
  readonly #plain: Intl.NumberFormat
  readonly #percent: Intl.NumberFormat
  readonly #month: Intl.DateTimeFormat
  readonly #countries: Intl.DisplayNames

  constructor(asked: string) {
    const { language, texts } = statementTexts(asked)
    this.language = language
    this.texts = texts
    this.#plain = new Intl.NumberFormat(language, {
      numberingSystem: 'latn',
      maximumFractionDigits: 20,
    })
    this.#percent = new Intl.NumberFormat(language, {
      style: 'percent',
      numberingSystem: 'latn',
      maximumFractionDigits: 100,
    })
    this.#month = monthFormat(language)
    this.#countries = new Intl.DisplayNames(language, { type: 'region' })
  }

  /** A text with its values. */
  say(key: keyof StatementTexts, values: Readonly<Record<string, string | number>> = {}): string {
    return this.texts[key].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => `${values[name]}`)
  }

  /** An amount with all decimals of its currency, never rounded. */
  amount(decimal: string, currency: Currency): string {
    const decimals = decimalsOf(currency)
    const known = this.#amounts.get(decimals)
    const format = known ?? amountFormat(this.language, decimals)
    this.#amounts.set(decimals, format)
    return minus(format.format(decimal as Intl.StringNumericLiteral))
  }

  /** An exact number with the decimals it has; a fraction such as 1/3 stays as it is. */
  number(decimal: string): string {
    return decimal.includes('/')
      ? minus(decimal)
      : minus(this.#plain.format(decimal as Intl.StringNumericLiteral))
  }

  /** A share of one as a percentage, as the language writes it, exact: 0.015 is "1.5%". */
  percent(share: string): string {
    return minus(this.#percent.format(share as Intl.StringNumericLiteral))
  }

  /** A month such as "2026-10" in words. */
  month(period: string): string {
    return this.#month.format(Date.parse(`${period}-01T00:00:00Z`))
  }

  /** The name of a country by its code of two letters. */
  country(code: string): string {
    return this.#countries.of(code) ?? code
  }

  /** A day, UTC: DD.MM.YYYY. Source: decisions D-102. */
  day(at: number): string {
    return dayText(at)
  }

  /** An instant to the second, UTC. */
  instant(at: number): string {
    return `${this.day(at)} ${new Date(at).toISOString().slice(11, 19)} UTC`
  }
}

const minus = (text: string): string => text.replaceAll('-', '\u2212')

const known = new Map<string, StatementWords>()

/** The words of a language, made once. */
export function wordsIn(language: string): StatementWords {
  const words = known.get(language) ?? new StatementWords(language)
  known.set(language, words)
  return words
}
