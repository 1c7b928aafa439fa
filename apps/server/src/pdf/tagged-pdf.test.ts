import { spawnSync } from 'node:child_process'

import { ALL_LANGUAGES, directionOf } from '@partner-office/locales'
import { describe, expect, test } from 'vitest'

import { installDebianPackage } from '../../../../scripts/debian-package.mjs'
import { pagesOfPdf, readPdfObjects } from '../testing/read-pdf.ts'
import { shapeLine, wrapText } from './shape-text.ts'
import { TaggedPdf } from './tagged-pdf.ts'

const A4 = [595, 842] as const

/** A name or a place as people of each language write it. */
const NAMES: Readonly<Record<string, string>> = {
  en: 'Zoë O’Hara, AVATAR office',
  de: 'Jörg Müßig, Köln',
  ru: 'Ёлкин Щукин, Москва',
  es: 'Íñigo Muñoz, Logroño',
  it: 'Niccolò Però, Forlì',
  ko: '김민수 서울특별시',
  hi: 'किरण श्रीवास्तव, क्षेत्र स्थिति',
  zh: '王小明 直骨 北京市',
  fr: 'Œuvrard François, Nîmes',
  ar: 'ليلى الحدّاد',
  ja: '山田さくら サクラ 直骨',
  mn: 'Өвөлжөө ҮҮЛ, Улаанбаатар',
  pt: 'João Conceição, Guimarães',
  vi: 'Nguyễn Thị Hồng Hạnh, Đà Nẵng',
  bn: 'ক্ষুদ্র কৃষ্ণ চক্রবর্তী',
  id: 'Raden Ajeng Kartini, Jepara',
  tr: 'Iğdır İlkışık Şükrü Ağaoğlu',
  cs: 'Řehoř Žižka, Ústí',
  kk: 'Әлия Қонысбай, Өскемен',
  ms: 'Nurul Aisyah, Pulau Pinang',
  th: 'สมชาย น้ำใจดี ที่นี่ ปู่',
}

function documentOf(lines: readonly string[], language = 'en'): Buffer {
  const direction = directionOf(language)
  const pdf = new TaggedPdf({
    title: 'A (title) \\ ليلى',
    author: 'Office',
    language,
    direction,
    createdAt: 0,
    size: A4,
  })
  pdf.addPage()
  for (const [at, text] of lines.entries()) {
    pdf.within('P', () =>
      pdf.content((page) =>
        page.line(shapeLine(text, { language, direction }), { x: 40, y: 800 - 20 * at, size: 11 }),
      ),
    )
  }
  pdf.attach({
    name: 'data.json',
    mediaType: 'application/json',
    description: 'Data',
    bytes: Buffer.from('{"a":1}'),
  })
  const { body, end } = pdf.finish()
  return Buffer.concat([body, Buffer.from(end)])
}

/** Right-to-left words are drawn from right to left. */
const drawn = (text: string): string =>
  text.replaceAll(/\p{Script=Arabic}[\p{Script=Arabic}\p{M} ]*/gu, (words) =>
    [...words].toReversed().join(''),
  )

describe('text of a document', () => {
  test.each(ALL_LANGUAGES)('is given back as it was written, in %s', (language) => {
    const text = NAMES[language]!
    for (const of of [language, 'en']) {
      const [[line]] = pagesOfPdf(documentOf([text], of)) as [[string]]
      expect(line).toBe(drawn(text))
    }
  })

  const hasPdftotext = () => spawnSync('pdftotext', ['-v']).error === undefined
  if (!hasPdftotext()) installDebianPackage('poppler-utils')
  test.runIf(hasPdftotext())('is given back by another program too', () => {
    const texts = Object.values(NAMES)
    const { stdout } = spawnSync('pdftotext', ['-', '-'], { input: documentOf(texts) })
    const read = stdout.toString().replaceAll(/[\u200E\u200F\u202A-\u202E\f]/g, '')
    expect(read.split('\n').filter((line) => line !== '')).toEqual(texts)
  })

  test('no character of a text has an effect of its own', () => {
    const texts = ['(a) \\ <b> /JS', '\u202Egpj.exe\u202C', 'endstream endobj', 'a\tb\u0000c']
    const file = documentOf(texts)
    expect(pagesOfPdf(file)).toEqual([['(a) \\ <b> /JS', 'gpj.exe', 'endstream endobj', 'abc']])
    for (const { dictionary } of readPdfObjects(file).values()) {
      expect(dictionary).not.toMatch(/\/(JS|JavaScript|AA|OpenAction|Launch|URI)\b/)
    }
  })

  test('a character without a glyph keeps its text', () => {
    expect(pagesOfPdf(documentOf(['\uE000 ok']))).toEqual([['\uE000 ok']])
  })
})

describe('shaping', () => {
  const glyphsOf = (text: string, language: string) =>
    shapeLine(text, { language, direction: directionOf(language) }).runs.flatMap(({ clusters }) =>
      clusters.map(({ glyphs }) => glyphs.map(({ glyph }) => glyph)),
    )

  test('joins Arabic letters: the same letter has another glyph in each place', () => {
    const [first, middle, last] = glyphsOf('ههه', 'ar')
    expect(new Set([first![0], middle![0], last![0]]).size).toBe(3)
  })

  test('forms Devanagari and Bengali conjuncts, and puts a vowel sign before its consonant', () => {
    expect(glyphsOf('क्ष', 'hi').flat()).toHaveLength(1)
    expect(glyphsOf('ক্ষ', 'bn').flat()).toHaveLength(1)
    const [consonant] = glyphsOf('क', 'hi')[0]!
    expect(glyphsOf('कि', 'hi').flat().at(-1)).toBe(consonant)
  })

  test('draws an ideograph as the language of the document does', () => {
    const fontOf = (language: string) =>
      shapeLine('直', { language, direction: 'ltr' }).runs[0]!.font
    expect(['zh', 'ja', 'ko', 'en'].map(fontOf)).toEqual([
      'noto-sans-sc',
      'noto-sans-jp',
      'noto-sans-kr',
      'noto-sans-sc',
    ])
  })

  test('puts an Arabic line with a number and a Latin name in visual order', () => {
    const line = 'اسم John 15'
    const runs = shapeLine(line, { language: 'ar', direction: 'rtl' }).runs
    const texts = runs.map(({ clusters }) => clusters.map(({ text }) => text).join(''))
    expect(texts.join('').replaceAll(' ', '')).toBe('John15مسا')
  })
})

describe('line breaks', () => {
  const linesOf = (text: string, width: number, language = 'en') =>
    wrapText(text, width, { language, direction: directionOf(language) }).map(({ runs }) =>
      runs.flatMap(({ clusters }) => clusters.map((cluster) => cluster.text)).join(''),
    )

  test('a text that just fits stays on one line; one unit less breaks it', () => {
    const style = { language: 'en', direction: 'ltr' } as const
    const { width } = shapeLine('one two', style)
    expect(linesOf('one two', width)).toEqual(['one two'])
    expect(linesOf('one two', width - 0.001)).toEqual(['one', 'two'])
  })

  test('Thai and Chinese break between words, a long word between characters', () => {
    expect(linesOf('ภาษาไทยเป็นภาษา', 4000, 'th')).toEqual(['ภาษาไทย', 'เป็นภาษา'])
    expect(linesOf('北京市朝阳区', 3000, 'zh').join('')).toBe('北京市朝阳区')
    const address = '0x52908400098527886E0F7030069857D2E4169EE7'
    expect(linesOf(address, 5000).join('')).toBe(address)
    expect(linesOf(address, 5000).length).toBeGreaterThan(3)
  })
})

test('a document is tagged, names its language, and is the same for the same input', () => {
  const file = documentOf([NAMES['ar']!, NAMES['hi']!], 'ar')
  expect(documentOf([NAMES['ar']!, NAMES['hi']!], 'ar').equals(file)).toBe(true)
  const all = [...readPdfObjects(file).values()].map(({ dictionary }) => dictionary).join('\n')
  expect(all).toContain('/MarkInfo << /Marked true >>')
  expect(all).toContain('/Lang (ar)')
  expect(all).toContain('/Direction /R2L')
  expect(all.match(/\/S \/P /g)).toHaveLength(2)
  expect(all).toContain('/AFRelationship /Data')
})
