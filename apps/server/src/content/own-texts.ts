import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

import { ALL_LANGUAGES, DEFAULT_LANGUAGE } from '@partner-office/locales'
import { type Area, AREAS, checkTexts, type Texts } from '@partner-office/locales/check'
import { brokenTerms, type Glossary } from '@partner-office/locales/glossary'
import { readGlossary, readTexts } from '@partner-office/locales/read'

/** The folder of one language; its name is the language's code. */
const LANGUAGE = /^[a-z]{2}$/
const GLOSSARY = 'glossary.json'

/** The folders of languages in a directory, which may be one itself; null: there is no such directory. */
export function languageFolders(directory: string): readonly string[] | null {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return null
  if (LANGUAGE.test(basename(directory))) return [directory]
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && LANGUAGE.test(entry.name))
    .map(({ name }) => join(directory, name))
    .toSorted()
}

/** What the texts in a language's folder lack or break, a line for each. */
export function findingsOf(folder: string): readonly string[] {
  const language = basename(folder)
  const { glossary, problems } = glossaryOf(folder, language)
  const texts = AREAS.flatMap((area) => findingsOfFile(folder, { language, area, glossary }))
  return [...problems, ...texts]
}

type Given = { readonly language: string; readonly area: Area; readonly glossary: Glossary | null }

/** Texts that a changed set leaves out are taken from the built set; a new language has to have them all. */
function findingsOfFile(folder: string, given: Given): readonly string[] {
  const name = `${given.language}/${given.area}.json`
  const file = join(folder, `${given.area}.json`)
  const known = ALL_LANGUAGES.find((language) => language === given.language)
  const built = known === undefined ? {} : readTexts(known, given.area)
  if (!existsSync(file)) return known === undefined ? [`${name}: is missing`] : []
  const own = objectIn(file)
  if (own === null) return [`${name}: is not a JSON object of texts`]
  const wrong = Object.keys(own).filter((key) => typeof own[key] !== 'string')
  const texts = { ...built, ...own } as Texts
  const english = readTexts(DEFAULT_LANGUAGE, given.area)
  return [
    ...wrong.map((key) => `${name} ${key}: is not a text`),
    ...(wrong.length > 0 ? [] : checkTexts({ ...given, texts, english })).map(
      ({ key, problem }) => `${name} ${key}: ${problem}`,
    ),
  ]
}

function glossaryOf(folder: string, language: string) {
  const file = join(folder, GLOSSARY)
  if (!existsSync(file)) return { glossary: readGlossary(language), problems: [] }
  const glossary = objectIn(file) as Glossary | null
  const problems = glossary === null ? ['is not a JSON object of terms'] : brokenTerms(glossary)
  return {
    glossary: problems.length > 0 ? null : glossary,
    problems: problems.map((problem) => `${language}/${GLOSSARY}: ${problem}`),
  }
}

function objectIn(file: string): Record<string, unknown> | null {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const isObject = typeof content === 'object' && content !== null && !Array.isArray(content)
    return isObject ? (content as Record<string, unknown>) : null
  } catch {
    return null
  }
}
