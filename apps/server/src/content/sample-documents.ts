import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { DEFAULT_LANGUAGE, directionOf } from '@partner-office/locales'

import { Flow } from '../pdf/flow.ts'
import { TaggedPdf } from '../pdf/tagged-pdf.ts'

/** The texts of all samples in one language. */
type Samples = {
  readonly notice: string
  readonly page: string
  readonly documents: Readonly<
    Record<string, { readonly title: string; readonly sections: readonly [string, string][] }>
  >
}

const TEXTS = join(import.meta.dirname, '..', '..', 'documents')
const A4 = [595.28, 841.89] as const
const AUTHOR = 'Partner Office'

const textsOf = (language: string): string => join(TEXTS, `${language}.json`)

const drawn = new Map<string, Buffer>()

/**
 * A sample of a document that partners accept or of the imprint, in the language or else in English; null for a file without a sample.
 *
 * Source: decisions D-012, D-028.
 */
export function sampleDocument(locale: string, file: string): Buffer | null {
  const language = existsSync(textsOf(locale)) ? locale : DEFAULT_LANGUAGE
  const key = `${language}/${file}`
  const known = drawn.get(key)
  if (known !== undefined) return known
  const samples = JSON.parse(readFileSync(textsOf(language), 'utf8')) as Samples
  if (!Object.hasOwn(samples.documents, file)) return null
  const document = drawSample(samples, file, language)
  drawn.set(key, document)
  return document
}

function drawSample({ notice, page, documents }: Samples, file: string, language: string): Buffer {
  const { title, sections } = documents[file]!
  const style = { language, direction: directionOf(language) }
  const pdf = new TaggedPdf({ title, author: AUTHOR, ...style, createdAt: 0, size: A4 })
  const flow = new Flow(pdf, style, A4)
  flow.heading('H1', title)
  flow.paragraph(notice.replace('{{file}}', file), { size: 10, isBold: true })
  for (const [heading, text] of sections) {
    flow.gap(14)
    flow.heading('H2', heading)
    flow.paragraph(text, { size: 10 })
  }
  flow.footers((at, pages) =>
    page.replace('{{page}}', String(at)).replace('{{pages}}', String(pages)),
  )
  const { body, end } = pdf.finish()
  return Buffer.concat([body, Buffer.from(end)])
}
