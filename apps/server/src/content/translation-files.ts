import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ALL_LANGUAGES, type Language } from '@partner-office/locales'
import { browserTexts } from '@partner-office/locales/browser-data'
import { ownTexts, readTexts } from '@partner-office/locales/read'

type Manifest = Readonly<Record<string, { readonly file: string; readonly hash: string }>>

const BUILT = join(import.meta.dirname, '../../../../packages/locales/dist')
const SCREENS = ['shared', 'office', 'passport'] as const
const FILE = /^([a-z]{2})-[0-9a-f]{12}\.json$/

/** A file of the translation host: the manifest, the texts of an operator's own set, or a built file. */
export type TranslationFile =
  | { readonly content: string; readonly isLasting: boolean }
  | { readonly name: string; readonly root: string }

/**
 * A file of the translation host, by its name.
 *
 * The manifest names an operator's own set in place of the built one. A page that read the manifest before the set changed gets the
 * texts of now, under the name it knows.
 * Source: decisions D-113, D-015.
 */
export function translationFile(name: string): TranslationFile {
  if (name === 'manifest.json') return { content: JSON.stringify(manifest()), isLasting: false }
  const [, language] = FILE.exec(name) ?? []
  const own = ALL_LANGUAGES.find((known) => known === language && hasOwnScreens(known))
  if (own === undefined || isBuilt(own, name)) return { name, root: BUILT }
  return { content: contentOf(own), isLasting: manifest()[own]?.file === name }
}

/** Whether an operator's own set has texts of screens: pages that were rendered before it then show others. */
export const hasOwnScreens = (language: string): boolean =>
  SCREENS.some((area) => Object.keys(ownTexts(language, area)).length > 0)

function manifest(): Manifest {
  const own = ALL_LANGUAGES.filter(hasOwnScreens).map((language) => {
    const hash = createHash('sha256').update(contentOf(language)).digest('hex')
    return [language, { file: `${language}-${hash.slice(0, 12)}.json`, hash }] as const
  })
  return { ...builtManifest(), ...Object.fromEntries(own) }
}

const builtManifest = (): Manifest =>
  JSON.parse(readFileSync(join(BUILT, 'manifest.json'), 'utf8')) as Manifest

const isBuilt = (language: Language, name: string): boolean =>
  builtManifest()[language]?.file === name

const contentOf = (language: Language): string =>
  JSON.stringify(
    Object.assign(browserTexts(language), ...SCREENS.map((area) => readTexts(language, area))),
  )
