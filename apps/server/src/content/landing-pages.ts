import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { encoded, type FilledPage } from './filled-page.ts'

/** A public page that was rendered when the office was built. */
export type Landing = { readonly page: 'home' | 'invite'; readonly language: string }

/** What the server fills in. */
export type Filling = {
  /** The name of the product in cookies. */
  readonly product: string
  readonly origin: string
  /** The offered languages. */
  readonly languages: readonly string[]
  /** Whether the page about the income of partners is public. */
  readonly hasIncome: boolean
}

/** One page differs only by language and settings, so few are kept. */
const MOST_KEPT = 128

/**
 * Pre-rendered public pages of the office, filled in for this product and origin.
 *
 * A filled page is kept until the built page or the settings change.
 */
export class LandingPages {
  readonly #folder: string
  readonly #kept = new Map<string, Promise<FilledPage>>()

  /** `dist`: the built files of the office. */
  constructor(dist: string) {
    this.#folder = join(dist, 'pages')
  }

  /** The languages of `offered` that have pre-rendered pages. */
  renderedOf(offered: readonly string[]): readonly string[] {
    return offered.filter((language) => this.#builtAt({ page: 'home', language }) !== null)
  }

  /** The filled page; null without such a page. */
  read(landing: Landing, filling: Filling): Promise<FilledPage> | null {
    const builtAt = this.#builtAt(landing)
    if (builtAt === null) return null
    const key = JSON.stringify([landing.page, landing.language, builtAt, filling])
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear()
    const html = readFileSync(this.#fileOf(landing), 'utf8')
    const filled = encoded(
      fill(html, landing, { ...filling, languages: this.renderedOf(filling.languages) }),
    )
    this.#kept.set(key, filled)
    return filled
  }

  #fileOf({ page, language }: Landing): string {
    return join(this.#folder, `${page}-${language}.html`)
  }

  #builtAt(landing: Landing): number | null {
    return statSync(this.#fileOf(landing), { throwIfNoEntry: false })?.mtimeMs ?? null
  }
}

function fill(
  html: string,
  landing: Landing,
  { product, origin, languages, hasIncome }: Filling,
): string {
  return html
    .replace('<!--addresses-->', () => addressesOf(landing, origin, languages))
    .replaceAll('%PRODUCT%', () => product)
    .replaceAll('%INCOME%', String(hasIncome))
    .replaceAll('%ORIGIN%', () => origin)
}

/** The canonical address and the other languages; an invitation is for whoever got the link, not for search engines. */
function addressesOf(
  { page, language }: Landing,
  origin: string,
  languages: readonly string[],
): string {
  if (page === 'invite') return '<meta name="robots" content="noindex" />'
  const own = `${origin}/${language}`
  return [
    `<link rel="canonical" href="${own}" />`,
    `<meta property="og:url" content="${own}" />`,
    ...languages.map(
      (other) => `<link rel="alternate" hreflang="${other}" href="${origin}/${other}" />`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${origin}/en" />`,
  ].join('\n    ')
}

/** `robots.txt`: every page may be read; the calls are no pages. */
export const robotsText = (origin: string): string => `User-agent: *
Disallow: /v1/
Disallow: /oauth/
Disallow: /internal/

Sitemap: ${origin}/sitemap.xml
`

/** `sitemap.xml`: the home page in every language that has one. */
export function sitemapXml(origin: string, languages: readonly string[]): string {
  const alternates = languages.map(
    (language) =>
      `    <xhtml:link rel="alternate" hreflang="${language}" href="${origin}/${language}"/>`,
  )
  const entries = languages.map(
    (language) => `  <url>
    <loc>${origin}/${language}</loc>
${alternates.join('\n')}
  </url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`
}
