import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { IncomePageFacts, RenderedPage } from '@partner-office/contracts'
import type { Language } from '@partner-office/locales'
import { textsWithEnglish } from '@partner-office/locales/read'

import {
  readDisclosureList,
  readDisclosureOrNull,
} from '../business/disclosure/read-disclosures.ts'
import type { Core } from '../core/core.ts'
import { encoded, type FilledPage } from './filled-page.ts'

/** What the page is filled in with besides the disclosures. */
export type IncomeFilling = Pick<IncomePageFacts, 'hosts' | 'properties' | 'isSignedIn'> & {
  readonly origin: string
  /** The offered languages. */
  readonly languages: readonly string[]
}

type Asked = {
  readonly language: Language
  /** The asked month; null for the newest. */
  readonly month: string | null
}

type Renderer = { readonly renderIncome: (facts: IncomePageFacts) => RenderedPage }

/** Pages differ by language, month and settings. */
const MOST_KEPT = 256

/**
 * The page about the income of partners, rendered by the program that was built with the office. A rendered page is kept until
 * anything that it shows changes.
 *
 * Source: DIS-005 to DIS-007.
 */
export class IncomePages {
  readonly #folder: string
  readonly #kept = new Map<string, Promise<FilledPage>>()
  #renderer: Promise<Renderer> | null = null

  /** `dist`: the built files of the office. */
  constructor(dist: string) {
    this.#folder = dist
  }

  /**
   * The page in a language; null for a month without a disclosure.
   *
   * Refuses: `not_found`, while the setting `disclosure` is off.
   */
  async read(
    { database }: Pick<Core, 'database'>,
    asked: Asked,
    { origin, languages, ...filling }: IncomeFilling,
  ): Promise<FilledPage | null> {
    const { isTooSmall, disclosures } = await readDisclosureList(database)
    const months = [...new Set(disclosures.map(({ month }) => month))]
    if (asked.month !== null && !months.includes(asked.month)) return null
    const shown = asked.month ?? (isTooSmall ? undefined : months[0])
    const readOf = (count: 1 | 12) =>
      shown === undefined ? null : readDisclosureOrNull(database, { month: shown, months: count })
    const facts: IncomePageFacts = {
      ...filling,
      locale: asked.language,
      texts: this.#textsOf(asked.language),
      isTooSmall,
      year: await readOf(12),
      month: await readOf(1),
      months,
    }
    return this.#rendered(facts, { origin, languages })
  }

  #textsOf(language: Language): Readonly<Record<string, string>> {
    return { ...textsWithEnglish(language, 'shared'), ...textsWithEnglish(language, 'office') }
  }

  /** The texts and signed disclosures are long: of these the key holds what changes with them. */
  #rendered(
    facts: IncomePageFacts,
    place: Pick<IncomeFilling, 'origin' | 'languages'>,
  ): Promise<FilledPage> {
    const { texts, year, month, ...others } = facts
    const file = join(this.#folder, 'income', 'income.js')
    const signatures = [year, month].map((signed) => signed?.signature.value)
    const ofPage = Object.entries(texts).filter(([key]) => USED.test(key))
    const key = JSON.stringify([others, place, signatures, ofPage, statSync(file).mtimeMs])
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear()
    const rendered = this.#render(facts, place)
    this.#kept.set(key, rendered)
    rendered.catch(() => this.#kept.delete(key))
    return rendered
  }

  async #render(
    facts: IncomePageFacts,
    { origin, languages }: Pick<IncomeFilling, 'origin' | 'languages'>,
  ): Promise<FilledPage> {
    const path = join(this.#folder, 'income', 'income.js')
    this.#renderer ??= import(pathToFileURL(path).href) as Promise<Renderer>
    const { renderIncome } = await this.#renderer
    const { direction, title, description, body } = renderIncome(facts)
    const template = readFileSync(join(this.#folder, 'pages', 'income.html'), 'utf8')
    const head = headOf({ title, description, locale: facts.locale, origin, languages })
    return encoded(
      template
        .replace('<html lang="en">', () => `<html lang="${facts.locale}" dir="${direction}">`)
        .replace('<!--head-->', () => head)
        .replace('<!--page-->', () => body),
    )
  }
}

/** The keys of the texts on the page begin with one of these words. */
const USED = /^(common|footer|home\.notice|income|ranks|statement)\b/

type Head = {
  readonly title: string
  readonly description: string
  readonly locale: string
  readonly origin: string
  readonly languages: readonly string[]
}

function headOf({ title, description, locale, origin, languages }: Head): string {
  const own = `${origin}/${locale}/income`
  return [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}" />`,
    `<meta property="og:title" content="${escaped(title)}" />`,
    `<meta property="og:url" content="${own}" />`,
    `<link rel="canonical" href="${own}" />`,
    ...languages.map(
      (other) => `<link rel="alternate" hreflang="${other}" href="${origin}/${other}/income" />`,
    ),
  ].join('\n    ')
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
