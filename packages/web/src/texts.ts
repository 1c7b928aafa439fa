import {
  DEFAULT_LANGUAGE,
  directionOf,
  keepBrowserWords,
  LANGUAGES,
  type Language,
} from '@partner-office/locales'
import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'

import { readJson } from './read-json.ts'

type Manifest = Readonly<Record<string, { readonly file: string; readonly hash: string }>>

const NAMESPACE = 'translation'
/** How long a page waits for its translation before it is shown without it. */
const PATIENCE_MS = 3_000
/** How long a file of the translation host may take. */
const TIMEOUT_MS = 20_000
/** How long a language waits for its letters once its texts are here, where the device has others for them. */
const LETTERS_MS = 1_000
/** How long after a failure the translation host is asked again. */
const RETRY_MS = 30_000

/** Texts of one language for `I18nextProvider`. */
export function translator(language: string, texts: Readonly<Record<string, string>>): i18n {
  const instance = i18next.createInstance().use(initReactI18next)
  void instance.init({
    lng: language,
    fallbackLng: DEFAULT_LANGUAGE,
    resources: { [language]: { [NAMESPACE]: texts } },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    // React escapes markup.
    interpolation: { escapeValue: true, escape: withinItself },
  })
  return instance
}

const OVERRIDES = /[\u202a-\u202e]/g
const ISOLATES = /[\u2066-\u2069]/g

/** A text from people without characters that turn the words after it, and so the whole sentence. Source: decisions D-145. */
function withinItself(text: string): string {
  const left = text.replaceAll(OVERRIDES, '')
  return areClosed(left.match(ISOLATES) ?? []) ? left : left.replaceAll(ISOLATES, '')
}

function areClosed(isolates: readonly string[]): boolean {
  let open = 0
  for (const each of isolates) {
    open += each === '\u2069' ? -1 : 1
    if (open < 0) return false
  }
  return open === 0
}

/**
 * The texts of the screens. English is built in; other languages are loaded from the translation host.
 *
 * Source: decisions D-015, D-113.
 */
export class Texts {
  readonly i18n: i18n
  readonly #host: string
  #manifest: Promise<Manifest> | null = null
  /** The language that was asked for last: a slower answer to an earlier request changes nothing. */
  #wanted: string = DEFAULT_LANGUAGE
  /** Languages whose texts are here and whose letters are not. */
  readonly #unreadable = new Set<string>()
  /** Ends when the wanted language is shown or is missing. */
  #waited: Promise<void> = Promise.resolve()
  #retry: ReturnType<typeof setTimeout> | undefined
  #missing: string | null = null
  readonly #listeners = new Set<() => void>()

  /** `builtIn`: the English texts. */
  constructor(host: string, builtIn: Readonly<Record<string, string>>) {
    this.#host = host
    this.i18n = translator(DEFAULT_LANGUAGE, builtIn)
  }

  /**
   * Shows a language once its texts are loaded, English after a failure. A failed load is repeated until it succeeds.
   * Resolves after three seconds at the latest, at once for a language that was waited for; `missing` then names it. Only
   * letters that the device lacks are waited for longer: English in between would move the page twice.
   */
  show(language: string): Promise<void> {
    if (language === this.#wanted) return this.#waited
    this.#wanted = language
    this.#setMissing(null)
    this.#waited = this.#attempt(language)
    return this.#waited
  }

  /** Asks again at once for the language that is missing. */
  readonly retry = (): void => void this.#attempt(this.#wanted)

  async #attempt(language: string): Promise<void> {
    clearTimeout(this.#retry)
    if (this.i18n.language === language) return
    const shown = this.#load(language).then(() => this.#attempted(language))
    const late = wait(PATIENCE_MS).then(() => {
      if (this.#unreadable.has(language)) return shown
      if (this.#wanted === language && this.i18n.language !== language) this.#setMissing(language)
    })
    await Promise.race([shown, late])
  }

  async #attempted(language: string): Promise<void> {
    if (this.#wanted !== language) return
    const isHere = this.#has(language)
    if (!isHere) this.#retry = setTimeout(this.retry, RETRY_MS)
    await this.#change(isHere ? language : DEFAULT_LANGUAGE)
    this.#setMissing(isHere ? null : language)
  }

  /** The wanted language while its texts are late or failed to load, else null. */
  readonly missing = (): string | null => this.#missing

  /** Calls the listener when `missing` changes; the result ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #setMissing(language: string | null): void {
    this.#missing = language
    for (const listener of this.#listeners) listener()
  }

  async #change(language: string): Promise<void> {
    await this.i18n.changeLanguage(language)
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
  }

  async #load(language: string): Promise<void> {
    if (this.#has(language)) return
    const { [language as Language]: name = '' } = LANGUAGES
    void loadLetters(name)
    try {
      const { [language]: entry } = await this.#readManifest()
      if (entry === undefined) throw new Error(`The manifest has no ${language}`)
      const texts = await this.#readFile(entry.file)
      if (!isTexts(texts)) throw new Error(`${entry.file} holds no texts`)
      keepBrowserWords(language, texts)
      this.#unreadable.add(language)
      await untilReadable(Object.values(texts).join(''))
      this.#unreadable.delete(language)
      this.i18n.addResourceBundle(language, NAMESPACE, texts)
    } catch {
      // A host that answered nonsense may have answered a false manifest before.
      this.#manifest = null
    }
  }

  #has(language: string): boolean {
    return this.i18n.hasResourceBundle(language, NAMESPACE)
  }

  /** Loads the manifest once. */
  #readManifest(): Promise<Manifest> {
    this.#manifest ??= this.#readFile('manifest.json') as Promise<Manifest>
    return this.#manifest
  }

  #readFile(file: string): Promise<unknown> {
    return readJson(`${this.#host}/${file}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  }
}

/**
 * Loads the fonts that show the letters of a text: letters that come after the text would move it. Marks are left out: several
 * scripts share them, and the fonts of all of these would be loaded.
 */
async function loadLetters(text: string): Promise<void> {
  const letters = [...new Set(text.match(/\p{L}/gu))].join('')
  const { fontFamily } = getComputedStyle(document.documentElement)
  // A font that fails to load is loaded again when a page shows a letter of it.
  await document.fonts?.load(`1em ${fontFamily}`, letters).catch(lateLetters)
}

/** The letters that are still on their way: a font that fails, as one that the device lacks, fails the load of all others. */
async function lateLetters(): Promise<void> {
  const late = [...document.fonts].filter(({ status }) => status === 'loading')
  await Promise.allSettled(late.map(({ loaded }) => loaded))
}

/**
 * Waits for the letters of a text: letters that come after it would move it. Letters that the device can replace get a second,
 * and serve the next page if they are later. Letters that it would show as boxes get as long as a file of texts.
 */
async function untilReadable(text: string): Promise<void> {
  const loaded = loadLetters(text)
  await Promise.race([loaded, wait(LETTERS_MS)])
  const isReadable = [...(document.fonts ?? [])].every(
    ({ display, status }) => display !== 'swap' || status !== 'loading',
  )
  if (!isReadable) await Promise.race([loaded, wait(TIMEOUT_MS)])
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

const isTexts = (file: unknown): file is Readonly<Record<string, string>> =>
  typeof file === 'object' &&
  file !== null &&
  !Array.isArray(file) &&
  Object.values(file).every((text) => typeof text === 'string')
