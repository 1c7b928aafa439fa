import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { Glossary } from './check-glossary.ts'
import type { Area, Texts } from './check-texts.ts'
import { ALL_LANGUAGES, DEFAULT_LANGUAGE, type Language } from './languages.ts'

/** A file that was read, and the state of the file at that time. */
type Read = { readonly state: string; readonly texts: Texts }

const MISSING: Read = { state: 'missing', texts: {} }

/** Folders of the operators' own sets, one folder a language in each; a file of the first replaces that of the second. */
let ownFolders: readonly string[] = []
const kept = new Map<string, Read>()

/** Texts that operators put into these folders replace the built ones of this process. Without any: the built ones alone. */
export function useOwnTexts(...folders: readonly string[]): void {
  ownFolders = folders
}

/** The folder of this process's own sets, which replaces those that all processes share; null: there is none. */
export const ownFolderOfTexts = (): string | null => ownFolders[0] ?? null

/**
 * The texts of a language, without a build: the operators' own file, then the built one. What neither has is missing. English is part
 * of the built pages, so that an own English set replaces nothing.
 *
 * A changed file counts at the next call. A file that is no JSON object is left out; `office languages check` names it.
 */
export function readTexts(language: Language, area: Area): Texts {
  const built = readFile(join(import.meta.dirname, language, `${area}.json`))
  const own = ownTexts(language, area)
  return own === MISSING.texts ? built.texts : { ...built.texts, ...own }
}

/** The operators' own texts of a language; none for English. */
export function ownTexts(language: string, area: Area): Texts {
  if (language === DEFAULT_LANGUAGE) return MISSING.texts
  const files = ownFolders.map((folder) => readFile(join(folder, language, `${area}.json`)))
  return (files.find((file) => file !== MISSING) ?? MISSING).texts
}

/** The texts of a language in an area; English where the language has none. */
export const textsWithEnglish = (language: Language, area: Area): Texts => ({
  ...readTexts(DEFAULT_LANGUAGE, area),
  ...readTexts(language, area),
})

/** The language of a tag such as `de` or `de-AT`; English for an unknown one. */
export function languageOf(tag: string): Language {
  const [name] = tag.toLowerCase().split('-')
  return ALL_LANGUAGES.find((language) => language === name) ?? DEFAULT_LANGUAGE
}

/** The words of a language for the terms of the trade; null: it has no glossary. */
export function readGlossary(language: string): Glossary | null {
  const file = join(import.meta.dirname, '..', 'glossaries', `${language}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Glossary) : null
}

function readFile(path: string): Read {
  const state = stateOf(path)
  if (state === MISSING.state) return MISSING
  const known = kept.get(path)
  if (known?.state === state) return known
  const read = { state, texts: parsed(path) }
  kept.set(path, read)
  return read
}

function stateOf(path: string): string {
  if (!existsSync(path)) return MISSING.state
  const { mtimeMs, size, ino } = statSync(path)
  return `${mtimeMs} ${size} ${ino}`
}

function parsed(path: string): Texts {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof content !== 'object' || content === null) return MISSING.texts
    return Object.fromEntries(
      Object.entries(content).filter(([, text]) => typeof text === 'string'),
    )
  } catch {
    return MISSING.texts
  }
}
