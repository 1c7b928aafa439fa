import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ALL_LANGUAGES, directionOf, type Language, LANGUAGES } from '@partner-office/locales'
import { type Expect, expect as playwrightExpect, type Locator, type Page } from '@playwright/test'

import { browserTexts } from './browser-texts.ts'

/** The language that partners of the tests have: `npm run test:languages -- ja` runs the tests in Japanese. */
export const TEST_LANGUAGE = languageOf(process.env['TEST_LANGUAGE'] ?? 'en')

/** Its own name, as in the menu of the languages. */
export const LANGUAGE_NAME: string = LANGUAGES[TEST_LANGUAGE]

function languageOf(asked: string): Language {
  const found = ALL_LANGUAGES.find((language) => language === asked)
  if (found === undefined) throw new Error(`TEST_LANGUAGE: there is no language ${asked}`)
  return found
}

/** An English text, cut at its placeholders, and the texts of the other language that stand for it. */
type Entry = {
  readonly parts: readonly string[]
  readonly names: readonly string[]
  readonly form: RegExp
  readonly others: readonly string[]
}

const AREAS = ['shared', 'office', 'passport']
const LOCALES = join(import.meta.dirname, '../packages/locales/src')
const PLURAL = /_(zero|one|two|few|many|other)$/
const PLACE = /\{\{(\w+)\}\}/g

type Texts = Readonly<Record<string, string>>

const textsIn = (language: string, area: string): Texts =>
  JSON.parse(readFileSync(join(LOCALES, language, `${area}.json`), 'utf8')) as Texts

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)
const withoutMarkup = (text: string): string => text.replaceAll(/<\/?\w+>/g, '')

/** Texts whose empty elements, such as `<email/>`, are placeholders; what links in them say are texts of their own. */
const withLinks = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => [
      [key, text.replaceAll(/<(\w+)\/>/g, '{{$1}}')],
      ...Array.from(text.matchAll(/<(\w+)>(.+?)<\/\1>/g), ([, tag, link]) => [key + tag, link]),
    ]),
  )

function entriesOf(area: string): Entry[] {
  const other = withLinks(textsIn(TEST_LANGUAGE, area))
  const stems = Map.groupBy(Object.keys(other), (key) => key.replace(PLURAL, ''))
  return Object.entries(withLinks(textsIn('en', area))).map(([key, text]) => {
    const keys = PLURAL.test(key) ? stems.get(key.replace(PLURAL, ''))! : [key]
    return entryOf(
      text,
      keys.map((each) => other[each]!),
    )
  })
}

function entryOf(text: string, others: readonly string[]): Entry {
  const parts = withoutMarkup(text).split(/\{\{\w+\}\}/)
  const names = Array.from(text.matchAll(PLACE), ([, name]) => name!)
  const form = new RegExp(`^${parts.map(escaped).join('(.+?)')}$`, 'is')
  return { parts, names, form, others: others.map(withoutMarkup) }
}

const ENTRIES =
  TEST_LANGUAGE === 'en'
    ? []
    : [
        ...AREAS.flatMap(entriesOf),
        ...browserTexts(TEST_LANGUAGE).map(([text, other]) => entryOf(text, [other])),
      ]

/** Spaces of every width, and marks of direction that are not seen. */
const GAP = String.raw`[\s\u2066-\u2069\u200e\u200f]*`

/** The form of a text that may hold numbers: `1,250.50` is written as in the language. */
function plain(text: string): string {
  const written = text.replaceAll(
    /(?<![\d.])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)(?!\.?\d)/g,
    numberIn,
  )
  return escaped(written)
    .replaceAll(', ', ' [,、،] ')
    .replaceAll(/\s+/g, GAP)
    .replaceAll('%', `${GAP}[%٪]${GAP}`)
}

function numberIn(english: string): string {
  const [digits = '', rest] = english.replaceAll(',', '').split('.')
  const numbers = new Intl.NumberFormat(TEST_LANGUAGE, { numberingSystem: 'latn' })
  const decimal = numbers.formatToParts(0.5).find(({ type }) => type === 'decimal')!.value
  return numbers.format(BigInt(digits)) + (rest === undefined ? '' : decimal + rest)
}

/** What stands for an English text, as the source of an expression, and how many of its letters were recognized. */
type Reading = { readonly form: string; readonly known: number }

/** The text of an entry with these values in its places, anything where a value is missing. */
function filled({ names, others }: Entry, values: readonly (Reading | undefined)[]): string {
  const forms = others.map((other) => {
    const [first = '', ...rest] = other.split(/\{\{(\w+)\}\}/)
    return rest.reduce((form, part, at) => {
      if (at % 2 === 1) return form + plain(part)
      return form + GAP + (values[names.indexOf(part)]?.form ?? '.+?') + GAP
    }, plain(first))
  })
  return oneOf(forms)
}

const oneOf = (forms: readonly string[]): string => `(?:${[...new Set(forms)].join('|')})`

const WORD = /\p{Ll}{2}/u
const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0

/** The entries whose English is this text. */
const byTemplate = (text: string): Reading[] =>
  ENTRIES.flatMap((entry) =>
    // A label such as "To" is known by itself; beside a placeholder so short a word may be anything.
    entry.names.length === 0 && entry.form.test(text)
      ? [{ form: filled(entry, []), known: lettersIn(text) }]
      : readingsOf(entry, entry.form.exec(text), entry.parts.join('')),
  )

/** The reading of an entry whose English was found with these values, beside these words of its own. */
function readingsOf(entry: Entry, match: readonly string[] | null, literal: string): Reading[] {
  if (match === null || !WORD.test(literal)) return []
  const values = match.slice(1).map(whole)
  const known = values.reduce((sum, one) => sum + one.known, lettersIn(literal))
  return [{ form: filled(entry, values), known }]
}

/** Where two texts that stand side by side meet: after a sentence, at a mark, at an amount, at a capital letter. */
const BREAKS = [
  /^(.+?\.) (.+)$/s,
  /^(.+?), (.+)$/s,
  /^(.+?) · (.+)$/s,
  /^(\D+?) ([\d,.]+ ?\p{Lu}*)$/su,
  /^([\d,.]+(?: \p{Lu}{3,})?) (\D+)$/su,
  /^(.*?[\p{Ll}\d])(\p{Lu}.*)$/su,
  /^(\D*?\p{L})([\d@+…–].*)$/su,
  /^([\d,.]+ \p{Lu}{3,})(\p{Ll}.*)$/su,
]

/** The end of a text is a name that tests give to a partner: "Partner 1000001". */
const NAME = /\bPartner \d{7,}$/

/** A hint and an error. */
const SENTENCES = /^(.*?\p{Ll}) (\p{Lu}.*)$/su

const bySides = (text: string): Reading[] =>
  [...BREAKS, SENTENCES].flatMap((form) => {
    const [, first, second] = form.exec(text) ?? []
    if (first === undefined || second === undefined || NAME.test(`${first} ${second}`)) return []
    const [left, right] = [whole(first), whole(second)]
    const isFound = form === SENTENCES ? left.known && right.known : left.known || right.known
    if (!isFound) return []
    return [{ form: `${left.form}.{0,5}?${right.form}`, known: left.known + right.known }]
  })

const kept = new Map<string, Reading>()

/** What stands for an English text; a name or a number stands for itself. */
function whole(text: string): Reading {
  const found = kept.get(text)
  if (found !== undefined) return found
  const self = { form: plain(text), known: 0 }
  kept.set(text, self)
  const reading = best([self, ...byTemplate(text), ...bySides(text)])
  kept.set(text, reading)
  return reading
}

/** Of the readings that recognize most, any may be meant. */
function best(readings: readonly Reading[]): Reading {
  const known = Math.max(...readings.map((one) => one.known))
  const forms = readings.filter((one) => one.known === known).map(({ form }) => form)
  return { known, form: forms.length === 1 ? forms[0]! : oneOf(forms) }
}

/** The entries whose English begins with this text. */
const byBeginning = (text: string): Reading[] =>
  ENTRIES.flatMap((entry) =>
    entry.parts.flatMap((part, at) => {
      const before = entry.parts.slice(0, at)
      const start = `^${before.map((one) => `${escaped(one)}(.+?)`).join('')}`
      if (!new RegExp(start, 'is').test(text)) return []
      const cuts = Array.from({ length: part.length + 1 }, (_, cut) => part.slice(0, cut))
      const end = cuts.findLast((one) => text.toLowerCase().endsWith(one.toLowerCase()))!
      const match = new RegExp(`${start}${escaped(end)}$`, 'is').exec(text)
      return readingsOf(entry, match, before.join('') + end)
    }),
  )

/** The entries whose English holds this text beside its placeholders. */
function byPart(text: string): Reading[] {
  const sought = text.toLowerCase()
  if (!WORD.test(text)) return []
  return ENTRIES.filter(({ parts }) => parts.some((one) => one.toLowerCase().includes(sought))).map(
    (entry) => ({ form: filled(entry, []), known: lettersIn(text) }),
  )
}

/** A text of a screen or a mail, without placeholders, as the language of the run has it. */
export function textIn(english: string): string {
  for (const area of [...AREAS, 'mail']) {
    const found = Object.entries(textsIn('en', area)).find(([, text]) => text === english)
    if (found !== undefined) return textsIn(TEST_LANGUAGE, area)[found[0]]!
  }
  throw new Error(`There is no text "${english}"`)
}

type Sought = string | RegExp

const AS_WRITTEN = new WeakSet<RegExp>()

/** Looks for this text in a run in any language: pages may have the default language. */
export function asWritten(text: string): RegExp {
  const form = new RegExp(escaped(text), 'i')
  AS_WRITTEN.add(form)
  return form
}

/** What a test looks for, in the language of the run. */
export function inLanguage(sought: Sought, isWhole: boolean, isAlone = false): Sought {
  if (ENTRIES.length === 0) return sought
  if (typeof sought !== 'string') return AS_WRITTEN.has(sought) ? sought : expressionIn(sought)
  if (isWhole) return new RegExp(`^${GAP}${whole(sought).form}${GAP}$`, 's')
  const { known } = whole(sought)
  const isKnown = known > 0 && known === lettersIn(sought)
  // A label may be a part of another one, where English ones are not: an element whose text is known begins with it.
  const { form } = partly(sought)
  return new RegExp(isAlone && isKnown ? `^${GAP}${form}` : form, 'is')
}

/** What stands for a text or a part of it. */
function partly(text: string): Reading {
  const all = whole(text)
  if (all.known === lettersIn(text)) return all
  return best([all, ...byBeginning(text), ...byPart(text)])
}

/** The marks of an expression, which stay as they are, and the plain words between them. */
const MARKS = String.raw`\\[a-z]|\{[\d,]+\}|\[[^\]]*\]`
const WORDS = new RegExp(String.raw`(${MARKS})|(?:[^\\^$.*+?()[\]{}|]|\\[.()/$?+*])+`, 'gi')

/** An expression in the language of the run: read as one text, or word by word, whichever recognizes more. */
function expressionIn({ source }: RegExp): RegExp {
  const all = asOneText(source)
  const words = wordByWord(source)
  return new RegExp(best(all.known === 0 ? [words] : [all, words]).form, 'is')
}

function wordByWord(source: string): Reading {
  const isBeginning = /^\^?[^\\^$*+?()[\]{}|]+$/.test(source)
  let known = 0
  const form = source.replaceAll(WORDS, (words: string, mark?: string) => {
    if (mark !== undefined) return mark
    const text = words.replaceAll(/\\(.)/g, '$1')
    const reading = isBeginning ? partly(text) : whole(text.trim())
    known += reading.known
    return GAP + reading.form + GAP
  })
  return { form, known }
}

/** Marks that stand for some characters of a text, with the number of these. */
const SOME = /(?:\\u\w{4}|\\[a-z]|\[[^\]]*\]|\((?:\\.|[^()\\])*\)|\.)(?:[*+?]|\{[\d,]+\})*|\\(.)/giu

/** The reading of an expression whose marks stand inside a text, such as `^since \d+$`. */
function asOneText(source: string): Reading {
  const nothing = { form: source, known: 0 }
  const [, start = '', inner = '', end = ''] = /^(\^?)(.*?)(\$?)$/s.exec(source)!
  const marks: string[] = []
  const text = inner.replaceAll(SOME, (mark, sign?: string) => {
    if (sign !== undefined && /\W/.test(sign)) return sign
    return String.fromCodePoint(FIRST_PRIVATE + marks.push(mark) - 1)
  })
  // Choices and repeated letters are read word by word.
  if (text === inner || /[*+?(){}|[\]^$]/.test(text)) return nothing
  const { form, known } = start !== '' && end !== '' ? whole(text) : partly(text)
  const back = form.replaceAll(
    PRIVATE,
    (one) => `(?:${marks[one.codePointAt(0)! - FIRST_PRIVATE]})`,
  )
  return { form: `${start === '' ? '' : `^${GAP}`}${back}${end === '' ? '' : `${GAP}$`}`, known }
}

/** Characters that no text holds: each stands for a mark. */
const FIRST_PRIVATE = 0xe000
const PRIVATE = /[\ue000-\uf8ff]/g

/** The address of a page, in the language of the run. */
export const addressIn = <T>(address: T): T =>
  typeof address === 'string'
    ? (address.replace(/(^|:\d+|…)(\/cdn)?\/en(?=\/|\?|$)/, `$1$2/${TEST_LANGUAGE}`) as T)
    : address

/** Whether the language of the run is written from right to left. */
export const IS_MIRRORED = directionOf(TEST_LANGUAGE) === 'rtl'

const MIRRORED: Readonly<Record<string, string>> = {
  ArrowLeft: 'ArrowRight',
  ArrowRight: 'ArrowLeft',
}

/** The key to the same side of a page, in the direction of the language. */
const mirrored = (key: unknown): unknown => (IS_MIRRORED && MIRRORED[key as string]) || key

type Options = Readonly<Record<string, unknown>>
type Method = (this: unknown, ...words: unknown[]) => unknown

const isText = (value: unknown): value is Sought =>
  typeof value === 'string' || value instanceof RegExp

function optionsIn(options: Options = {}): Options {
  const changed = { ...options }
  for (const name of ['name', 'hasText', 'hasNotText']) {
    const value = options[name]
    if (isText(value)) changed[name] = inLanguage(value, options['exact'] === true, name === 'name')
  }
  return changed
}

/** How the words of a call are read: the place of its text, or of its options. */
const CALLS: Readonly<Record<string, (words: unknown[]) => unknown[]>> = {
  getByText: (words) => byText(words, true),
  getByLabel: (words) => byText(words, true),
  getByPlaceholder: (words) => byText(words, false),
  getByTitle: (words) => byText(words, false),
  getByRole: ([role, options]) => [role, optionsIn(options as Options)],
  filter: ([options]) => [optionsIn(options as Options)],
  locator: ([selector, options]) => [selector, optionsIn(options as Options)],
  press: ([key, options]) => [mirrored(key), options],
  goto: ([address, options]) => [addressIn(address), options],
  waitForURL: ([address, options]) => [addressIn(address), options],
}

function byText([text, options]: unknown[], isAlone: boolean): unknown[] {
  const { exact } = (options ?? {}) as Options
  return [isText(text) ? inLanguage(text, exact === true, isAlone) : text, options]
}

const wrapped = new WeakSet<object>()

/** Lets the tests of a page name things in English, whatever the language of the run. */
export function speakEnglish(page: Page): void {
  if (ENTRIES.length === 0) return
  for (const one of [page, page.locator('html') as Locator, page.keyboard]) {
    const prototype = Object.getPrototypeOf(one) as Record<string, Method>
    if (wrapped.has(prototype)) continue
    wrapped.add(prototype)
    for (const [name, change] of Object.entries(CALLS)) {
      const method = prototype[name]
      if (method === undefined) continue
      prototype[name] = function (...words) {
        return method.apply(this, change(words))
      }
    }
    if ('selectOption' in prototype && one !== page) chooseByEnglish(prototype)
  }
}

type Choice = string | { readonly label: string }

/** Lets the tests name an option of a list by its English label. */
function chooseByEnglish(prototype: Record<string, Method>): void {
  const choose = prototype['selectOption']!
  prototype['selectOption'] = async function (choice, ...others) {
    const meant = await choiceIn(this as Locator, choice as Choice)
    return choose.call(this, meant, ...others)
  }
}

/** The option that is meant by its English label; a value stays as it is. Waits until the list has it: lists are loaded, too. */
async function choiceIn(list: Locator, choice: Choice): Promise<Choice> {
  const text = typeof choice === 'string' ? choice : choice.label
  const form = new RegExp(inLanguage(text, true))
  let meant: Choice | undefined
  const look = async () => {
    const known = await list
      .locator('option')
      .evaluateAll((all) =>
        all.map((one) => ({ value: (one as HTMLOptionElement).value, label: one.textContent })),
      )
    const label = known.find((one) => form.test(one.label))?.label
    meant = known.some(({ value }) => value === choice) ? choice : label && { label }
    return meant
  }
  await playwrightExpect.poll(look, `the option ${text}`).toBeTruthy()
  return meant!
}

const both = (sought: unknown, isWhole: boolean): unknown =>
  Array.isArray(sought)
    ? sought.map((one) => both(one, isWhole))
    : isText(sought)
      ? inLanguage(sought, isWhole)
      : sought

const addressOf = (address: unknown): unknown =>
  address instanceof RegExp
    ? new RegExp(address.source.replaceAll(String.raw`\/en`, `\\/${TEST_LANGUAGE}`))
    : addressIn(address)

/** The value of a field: an amount is written as in the language. */
const valueOf = (value: unknown): unknown =>
  typeof value === 'string' && /^[\d,]*\d\.\d+$/.test(value) ? both(value, true) : value

const ATTRIBUTES: Readonly<Record<string, (value: unknown) => unknown>> = {
  'aria-label': (text) => both(text, true),
  title: (text) => both(text, true),
  href: addressOf,
}

/** An attribute without a value is only looked for. */
const attributeOf = ([name, value, ...others]: unknown[]): unknown[] => {
  const change = ATTRIBUTES[name as string]
  return value === undefined ? [name] : [name, change?.(value) ?? value, ...others]
}

const first =
  (change: (expected: unknown) => unknown) =>
  ([expected, ...others]: unknown[]): unknown[] => [change(expected), ...others]

const wholly = first((text) => both(text, true))

const MATCHERS: Readonly<Record<string, (words: unknown[]) => unknown[]>> = {
  toHaveText: wholly,
  toContainText: first((text) => both(text, false)),
  toHaveAccessibleName: wholly,
  toHaveAccessibleDescription: wholly,
  toHaveTitle: wholly,
  toHaveURL: first(addressOf),
  toHaveValue: first(valueOf),
  toHaveAttribute: attributeOf,
}

/** `expect` whose texts are English, whatever the language of the run. */
export function expectEnglish(expect: Expect): Expect {
  if (ENTRIES.length === 0) return expect
  return new Proxy(expect, {
    apply: (target, self, words) =>
      assertionsIn(Reflect.apply(target as never, self, words) as object),
  })
}

function assertionsIn<T extends object>(assertions: T): T {
  return new Proxy(assertions, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name === 'not') return assertionsIn(value as object)
      const change = MATCHERS[name as string]
      if (change === undefined || typeof value !== 'function') return value
      return (...words: unknown[]) => (value as Method).apply(target, change(words))
    },
  })
}
