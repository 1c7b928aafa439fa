import { INSTANT_FORMS, isCountryCode, parseInstant } from '@partner-office/domain'
import type { z } from 'zod'

/** Type of a setting: the words after "must be", and the check. `kind` and `words` say how a page asks for a value. */
export type AcceptedValue = {
  readonly accepts: string
  readonly isAccepted: (value: string) => boolean
  /** Left out: a text. */
  readonly kind?: 'flag' | 'choice' | 'list' | 'number' | 'json'
  /** The words of a choice or list. */
  readonly words?: readonly string[]
}

/** Flags are on only when they say exactly TRUE. Source: decisions D-034. */
export const flag: AcceptedValue = {
  accepts: 'TRUE or FALSE',
  isAccepted: (value) => value === 'TRUE' || value === 'FALSE',
  kind: 'flag',
  words: ['TRUE', 'FALSE'],
}

export const url: AcceptedValue = {
  accepts: 'a URL that begins with http:// or https://',
  isAccepted: isWebAddress,
}

/** The address of a site, which may be a part of the office. */
export const site: AcceptedValue = {
  accepts: 'a URL that begins with http:// or https://, or a path of the office that begins with /',
  isAccepted: (value) => isWebAddress(value) || /^(\/[A-Za-z0-9_-]+)+\/?$/.test(value),
}

/** The address of a news feed, with a place for the language if each language has a feed of its own. */
export const feedUrl: AcceptedValue = {
  accepts: 'a URL that begins with http:// or https:// and may contain {lang}',
  isAccepted: (value) => isWebAddress(value.replaceAll('{lang}', 'en')),
}

/** A link with a place for a transaction's hash. Source: decisions D-097. */
export const linkTemplate: AcceptedValue = {
  accepts: 'a URL that begins with http:// or https:// and contains {hash}',
  isAccepted: (value) => value.includes('{hash}') && isWebAddress(value.replaceAll('{hash}', '0')),
}

export const instant: AcceptedValue = {
  accepts: INSTANT_FORMS,
  isAccepted: (value) => parseInstant(value) !== null,
}

export const text: AcceptedValue = {
  accepts: 'a text of one line with at most 256 characters',
  isAccepted: (value) => /^[^\p{Cc}]{1,256}$/u.test(value),
}

/** Words of a name: letters, digits, hyphens. Source: decisions D-117. */
export const name: AcceptedValue = {
  accepts: 'letters, digits and hyphens, at most 64',
  isAccepted: (value) => /^[A-Za-z0-9-]{1,64}$/.test(value),
}

export const partnerId: AcceptedValue = {
  accepts: 'the id of a partner',
  isAccepted: (value) => isWholeNumber(value, 1, Number.MAX_SAFE_INTEGER),
}

/** Milliseconds, or a number with a unit. Source: decisions D-024. */
export const duration: AcceptedValue = {
  accepts: 'a duration such as 90s, 15m, 24h or 30d, or milliseconds',
  isAccepted: (value) => /^[1-9]\d{0,14}$|^[1-9]\d{0,5}[smhd]$/.test(value),
}

export function integer(min: number, max: number): AcceptedValue {
  return {
    accepts: `a whole number from ${min} to ${max}`,
    isAccepted: (value) => isWholeNumber(value, min, max),
    kind: 'number',
  }
}

export function oneOf(...words: readonly string[]): AcceptedValue {
  return {
    accepts: words.join(' or '),
    isAccepted: (value) => words.includes(value),
    kind: 'choice',
    words,
  }
}

/** Words with commas between them, each of them known; empty: none. */
export function listOf(...words: readonly string[]): AcceptedValue {
  return {
    accepts: `a comma list of ${words.join(', ')}`,
    isAccepted: (value) => wordsOf(value).every((word) => words.includes(word)),
    kind: 'list',
    words,
  }
}

/** As `listOf`, with one word at least. */
export function someOf(...words: readonly string[]): AcceptedValue {
  const list = listOf(...words)
  return { ...list, isAccepted: (value) => wordsOf(value).length > 0 && list.isAccepted(value) }
}

export const countries: AcceptedValue = {
  accepts: 'country codes (ISO 3166-1 alpha-2) with commas between them, such as DE,FR; or empty',
  isAccepted: (value) => value === '' || value.split(',').every(isCountryCode),
}

/** Two-factor methods; an unknown word counts as no method. Source: decisions D-085. */
export const methods: AcceptedValue = {
  accepts: 'a comma list of methods such as GOOGLE_AUTHENTICATOR, TELEGRAM',
  isAccepted: (value) => wordsOf(value).every((word) => /^[A-Z][A-Z0-9_]{0,63}$/.test(word)),
}

/** A JSON document of a shape. */
export function json(shape: z.ZodType, accepts: string): AcceptedValue {
  return {
    accepts: `JSON: ${accepts}`,
    isAccepted: (value) => shape.safeParse(readJson(value)).success,
    kind: 'json',
  }
}

/** The words of a comma list; spaces around them do not count. */
function wordsOf(value: string): string[] {
  return value.trim() === '' ? [] : value.split(',').map((word) => word.trim())
}

/** The value itself, or nothing at all. */
export function orEmpty({ accepts, isAccepted, ...more }: AcceptedValue): AcceptedValue {
  return {
    ...more,
    accepts: `${accepts}, or empty`,
    isAccepted: (value) => value === '' || isAccepted(value),
  }
}

/** One of a few words, or another kind of value. */
export function either(
  word: string,
  { accepts, isAccepted, words = [], ...more }: AcceptedValue,
): AcceptedValue {
  return {
    ...more,
    words: [word, ...words],
    accepts: `${word}, or ${accepts}`,
    isAccepted: (value) => value === word || isAccepted(value),
  }
}

/** True for an http(s) address. */
export function isWebAddress(value: string): boolean {
  const address = URL.canParse(value) ? new URL(value) : null
  return address !== null && /^https?:$/.test(address.protocol) && /^https?:\/\/\S+$/i.test(value)
}

function isWholeNumber(value: string, min: number, max: number): boolean {
  return /^(0|[1-9]\d{0,15})$/.test(value) && Number(value) >= min && Number(value) <= max
}

function readJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
