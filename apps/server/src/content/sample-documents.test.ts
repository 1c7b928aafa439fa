import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { SETTINGS } from '../business/settings/settings.ts'
import { pagesOfPdf } from '../testing/read-pdf.ts'
import { sampleDocument } from './sample-documents.ts'

const FILES = (JSON.parse(SETTINGS.legalDocuments.default) as { file: string }[]).map(
  ({ file }) => file,
)

/** The languages that have samples. */
const LANGUAGES = readdirSync(join(import.meta.dirname, '../../documents')).map((name) =>
  name.replace('.json', ''),
)

describe.each(LANGUAGES)('the samples in %s', (language) => {
  test('are eight and an imprint, each one page whose notice names the file and the folder that replace it', () => {
    expect(FILES).toHaveLength(8)
    for (const file of [...FILES, 'imprint.pdf']) {
      const document = sampleDocument(language, file)!
      expect(document.subarray(0, 5).toString(), file).toBe('%PDF-')
      expect(document.toString('latin1')).toContain(`/Lang (${language})`)
      const [page, ...others] = pagesOfPdf(document)
      expect(others).toEqual([])
      expect(page!.join(' ')).toContain(file)
      // The notice names the folder for the company's own document.
      expect(page!.join('').replaceAll(' ', '')).toContain(`cdn/${language}`)
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
