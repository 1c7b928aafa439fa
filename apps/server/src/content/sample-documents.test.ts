import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { SETTINGS } from '../business/settings/settings.ts'
import { pagesOfPdf } from '../testing/read-pdf.ts'
import { sampleDocument } from './sample-documents.ts'

const FILES = (JSON.parse(SETTINGS.legalDocuments.default) as { file: string }[]).map(
  ({ file }) => file,
)

const LANGUAGES = readdirSync(join(import.meta.dirname, '../../documents')).map((name) =>
  name.replace('.json', ''),
)
/** The sample's first words, as the page holds them. */
const NOTICES: Readonly<Record<string, RegExp>> = {
  en: /This is a sample/,
  de: /Dies ist ein Muster/,
  ar: /جذومن/,
}

describe.each(LANGUAGES)('the samples in %s', (language) => {
  test('are eight, each one page that says that it is a sample and names its file', () => {
    expect(FILES).toHaveLength(8)
    for (const file of FILES) {
      const document = sampleDocument(language, file)!
      expect(document.subarray(0, 5).toString(), file).toBe('%PDF-')
      expect(document.toString('latin1')).toContain(`/Lang (${language})`)
      const [page, ...others] = pagesOfPdf(document)
      expect(others).toEqual([])
      expect(page!.join(' ')).toContain(file)
      expect(page!.join(' ')).toMatch(NOTICES[language] ?? /./)
    }
  })
})

test('another language has the English sample, and another file has none', () => {
  expect(sampleDocument('xx', 'terms.pdf')).toBe(sampleDocument('en', 'terms.pdf'))
  expect(sampleDocument('de', 'terms.pdf')).not.toBe(sampleDocument('en', 'terms.pdf'))
  for (const file of ['nothing.pdf', '__proto__', 'toString', 'terms.PDF']) {
    expect(sampleDocument('en', file)).toBeNull()
  }
})
