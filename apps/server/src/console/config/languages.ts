import { basename } from 'node:path'

import type { CallReply, getConsoleLanguages, getTexts } from '@partner-office/contracts'
import { ALL_LANGUAGES, DEFAULT_LANGUAGE, offeredLanguages } from '@partner-office/locales'
import { AREAS } from '@partner-office/locales/check'
import { ownFolderOfTexts, ownTexts, readTexts } from '@partner-office/locales/read'

import { readSetting } from '../../business/settings/read-settings.ts'
import { findingsOf, languageFolders } from '../../content/own-texts.ts'
import type { Db } from '../../db/database.ts'

/** The built languages and those that operators have added, with what their own texts lack. Source: requirements CNF-010. */
export async function readLanguages(db: Db): Promise<CallReply<typeof getConsoleLanguages>> {
  const offered = offeredLanguages(await readSetting(db, 'languages'))
  const folder = ownFolderOfTexts()
  const own = new Map(
    (folder === null ? [] : (languageFolders(folder) ?? [])).map((path) => [basename(path), path]),
  )
  const names = new Set<string>([...ALL_LANGUAGES, ...own.keys()])
  const content = [...names].toSorted().map((language) => {
    const path = own.get(language)
    return {
      language,
      isBuilt: ALL_LANGUAGES.some((known) => known === language),
      isOffered: offered.some((known) => known === language),
      isOwn: path !== undefined,
      findings: path === undefined ? [] : [...findingsOf(path)],
    }
  })
  return { content }
}

const MOST_KEYS = 50

type Found = CallReply<typeof getTexts>

/** Texts whose key, or text in any language, contains the words, whatever their case; each in all languages. */
export function findTexts(search: string): Found {
  const wanted = search.trim().toLowerCase()
  const content: Found['content'] = []
  for (const area of AREAS) {
    const sets = ALL_LANGUAGES.map((language) => ({
      language,
      texts: readTexts(language, area),
      own: ownTexts(language, area),
    }))
    const keys = new Set([
      ...Object.keys(readTexts(DEFAULT_LANGUAGE, area)),
      ...sets.flatMap(({ texts }) => Object.keys(texts)),
    ])
    for (const key of keys) {
      const found = sets.flatMap(({ language, texts, own }) =>
        texts[key] === undefined
          ? []
          : [[language, { text: texts[key], isOwn: own[key] !== undefined }] as const],
      )
      const isWanted = [key, ...found.map(([, { text }]) => text)].some((text) =>
        text.toLowerCase().includes(wanted),
      )
      if (!isWanted) continue
      if (content.length === MOST_KEYS) return { content, hasMore: true }
      content.push({ area, key, texts: Object.fromEntries(found) })
    }
  }
  return { content, hasMore: false }
}
