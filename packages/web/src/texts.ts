import { DEFAULT_LANGUAGE, directionOf, keepBrowserWords } from '@partner-office/locales'
import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'

import { readJson } from './read-json.ts'

type Manifest = Readonly<Record<string, { readonly file: string; readonly hash: string }>>

const NAMESPACE = 'translation'
/** How long a page waits for its translation before it is shown in English. */
const TIMEOUT_MS = 3_000
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
    interpolation: { escapeValue: false },
  })
  return instance
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
  #retry: ReturnType<typeof setTimeout> | undefined

  /** `builtIn`: the English texts. */
  constructor(host: string, builtIn: Readonly<Record<string, string>>) {
    this.#host = host
    this.i18n = translator(DEFAULT_LANGUAGE, builtIn)
  }

  /** Shows a language once its texts are loaded; until then, English. A failed load is repeated until it succeeds. */
  async show(language: string): Promise<void> {
    this.#wanted = language
    clearTimeout(this.#retry)
    if (this.i18n.language === language) return
    const shown = this.#load(language).then(async (isLoaded) => {
      if (this.#wanted !== language) return
      if (!isLoaded) this.#retry = setTimeout(() => void this.show(language), RETRY_MS)
      await this.#change(isLoaded ? language : DEFAULT_LANGUAGE)
    })
    await Promise.race([shown, new Promise((done) => setTimeout(done, TIMEOUT_MS))])
  }

  async #change(language: string): Promise<void> {
    await this.i18n.changeLanguage(language)
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
  }

  async #load(language: string): Promise<boolean> {
    if (this.i18n.hasResourceBundle(language, NAMESPACE)) return true
    try {
      const { [language]: entry } = await this.#readManifest()
      if (entry === undefined) throw new Error(`The manifest has no ${language}`)
      const texts = await readJson(`${this.#host}/${entry.file}`)
      if (!isTexts(texts)) throw new Error(`${entry.file} holds no texts`)
      keepBrowserWords(language, texts)
      this.i18n.addResourceBundle(language, NAMESPACE, texts)
      return true
    } catch {
      // A host that answered nonsense may have answered a false manifest before.
      this.#manifest = null
      return false
    }
  }

  /** Loads the manifest once. */
  #readManifest(): Promise<Manifest> {
    this.#manifest ??= readJson(`${this.#host}/manifest.json`) as Promise<Manifest>
    return this.#manifest
  }
}

const isTexts = (file: unknown): file is Readonly<Record<string, string>> =>
  typeof file === 'object' &&
  file !== null &&
  !Array.isArray(file) &&
  Object.values(file).every((text) => typeof text === 'string')
