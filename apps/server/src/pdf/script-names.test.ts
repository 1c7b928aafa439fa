// Names in every script that people write today: none is drawn as empty boxes, and each can be copied out of the file.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { installDebianPackage } from '../../../../scripts/debian-package.mjs'
import { pagesOfPdf } from '../testing/read-pdf.ts'
import { shapeLine } from './shape-text.ts'
import { TaggedPdf } from './tagged-pdf.ts'

/** A name by its script. The rarest scripts have a word of their language. */
const NAMES: Readonly<Record<string, string>> = {
  Adlam: '𞤀𞤥𞤢𞤣𞤵 𞤔𞤢𞤤𞤮',
  Arabic: 'ليلى الحدّاد',
  Armenian: 'Արամ Խաչատրյան',
  Balinese: 'ᬩᬮᬶ',
  Bamum: 'ꚠꚡꚢ',
  Batak: 'ᯅᯖᯂ᯲',
  Bengali: 'কৃষ্ণ চক্রবর্তী',
  Bopomofo: 'ㄅㄆㄇ',
  Canadian_Aboriginal: 'ᓄᓇᕗᑦ ᑕᐃᒪᓐ',
  Chakma: '𑄌𑄋𑄴𑄟𑄳𑄦',
  Cham: 'ꨌꩌ',
  Cherokee: 'ᏍᏏᏉᏯ ꮝꮟꮙꮿ',
  Coptic: 'Ⲙⲁⲣⲓⲁ',
  Cyrillic: 'Ёлкин Өвөлжөө',
  Devanagari: 'किरण श्रीवास्तव',
  Ethiopic: 'አበበ ቢቂላ',
  Georgian: 'ნინო ბერიძე ᲜᲘᲜᲝ Ⴌⴈⴌⴍ',
  Greek: 'Ελένη Παπαδοπούλου',
  Gujarati: 'કિરણ પટેલ',
  Gurmukhi: 'ਹਰਪ੍ਰੀਤ ਸਿੰਘ',
  Han: '王小明',
  Hangul: '김민수',
  Hanifi_Rohingya: '𐴀𐴝𐴎𐴝𐴊𐴢',
  Hebrew: 'יעל כהן',
  Hiragana: 'さくら',
  Javanese: 'ꦗꦮ',
  Kannada: 'ಕಿರಣ್ ಕೃಷ್ಣ',
  Katakana: 'サクラ',
  Kayah_Li: 'ꤊꤢꤛꤢ꤭',
  Khmer: 'សុខា ស្រីមុំ',
  Lao: 'ສົມສັກ ນ້ຳໃສ',
  Latin: 'Zoë Nguyễn Şükrü',
  Lepcha: 'ᰛᰩᰵᰛᰧᰶ',
  Limbu: 'ᤕᤰᤌᤢᤱ',
  Lisu: 'ꓡꓲꓢꓴ',
  Malayalam: 'കൃഷ്ണൻ നായർ',
  Mandaic: 'ࡌࡀࡍࡃࡀ',
  Meetei_Mayek: 'ꯃꯩꯇꯩ',
  Miao: '𖼐𖽪',
  Mongolian: 'ᠪᠣᠯᠳ ᠲᠡᠮᠦᠷ',
  Myanmar: 'အောင်ဆန်း မြင့်',
  New_Tai_Lue: 'ᦟᦹᧉ',
  Newa: '𑐣𑐾𑐥𑐵𑐮',
  Nko: 'ߛߏߟߏߡߊߣߊ ߞߊ߲ߕߍ',
  Nyiakeng_Puachue_Hmong: '𞄀𞄁𞄂',
  Ol_Chiki: 'ᱥᱟᱱᱛᱟᱲ',
  Oriya: 'କୃଷ୍ଣ ମିଶ୍ର',
  Osage: '𐓏𐓘𐓻𐓘𐓻𐓟',
  Saurashtra: 'ꢱꣃꢬꢵꢰ꣄ꢜ꣄ꢬ',
  Sinhala: 'ක්‍රිෂ්ණ පෙරේරා',
  Sundanese: 'ᮞᮥᮔ᮪ᮓ',
  Syloti_Nagri: 'ꠍꠤꠟꠐꠤ',
  Syriac: 'ܡܪܝܡ ܐܦܪܝܡ',
  Tai_Le: 'ᥖᥭᥰ',
  Tai_Tham: 'ᨩᩮ᩠ᨿ',
  Tai_Viet: 'ꪼꪕ',
  Tamil: 'கார்த்திக் ஸ்ரீநிவாசன்',
  Telugu: 'కిరణ్ కృష్ణ',
  Thaana: 'އަޙްމަދު ޢަލީ',
  Thai: 'สมชาย น้ำใจดี',
  Tibetan: 'བསྟན་འཛིན་རྒྱ་མཚོ',
  Tifinagh: 'ⵎⴰⵙⵉⵏⵉⵙⴰ',
  Vai: 'ꕙꔤ',
  Wancho: '𞋀𞋁𞋂',
  Yi: 'ꆈꌠ',
}

const RIGHT_TO_LEFT = /^(Adlam|Arabic|Hanifi_Rohingya|Hebrew|Mandaic|Nko|Syriac|Thaana)$/
const ENGLISH = { language: 'en', direction: 'ltr' } as const

function documentOf(lines: readonly string[]): Buffer {
  const size = [595, 842] as const
  const pdf = new TaggedPdf({ title: 'Names', author: 'Office', ...ENGLISH, createdAt: 0, size })
  for (const [at, text] of lines.entries()) {
    if (at % 30 === 0) pdf.addPage()
    const place = { x: 40, y: 800 - 24 * (at % 30), size: 11 }
    pdf.within('P', () => pdf.content((page) => page.line(shapeLine(text, ENGLISH), place)))
  }
  const { body, end } = pdf.finish()
  return Buffer.concat([body, Buffer.from(end)])
}

const runsOf = (text: string) => shapeLine(text, ENGLISH).runs
const fontsOf = (text: string) => runsOf(text).map(({ font }) => font)
/** The glyphs of a text, each with its font. */
const glyphsOf = (text: string) =>
  runsOf(text).flatMap(({ font, clusters }) =>
    clusters.flatMap(({ glyphs }) => glyphs.map(({ glyph }) => `${font} ${glyph}`)),
  )
/** The text of the first line of a document. */
const firstLine = (text: string): string => pagesOfPdf(documentOf([text]))[0]![0]!
const reversed = (text: string) => [...text].toReversed().join('')

const EMPTY_BOX = / 0$/
/** What stands for a character that no font has. */
const [REPLACEMENT] = glyphsOf('\uFFFD') as [string]

describe.each(Object.entries(NAMES))('a name in %s', (script, name) => {
  test('is drawn with the letters of its script', () => {
    expect(name).toMatch(new RegExp(`^[\\p{Script_Extensions=${script}} \u200D]+$`, 'u'))
    for (const glyph of glyphsOf(name)) {
      expect(glyph).not.toMatch(EMPTY_BOX)
      expect(glyph).not.toBe(REPLACEMENT)
    }
  })

  // Marks of one letter may change places: the text stays canonically the same.
  test('comes back as text, drawn in the direction of its script', () => {
    const line = firstLine(name)
    const read = RIGHT_TO_LEFT.test(script) ? reversed(line) : line
    expect(read.normalize()).toBe(name.normalize())
  })
})

// Poppler knows no direction of Adlam, Mandaic, N'Ko and Rohingya, and sets marks that are raised apart from right-to-left letters.
const UNKNOWN_TO_POPPLER = /^(Adlam|Hanifi_Rohingya|Mandaic|Nko|Thaana)$/

test('another program reads the names too', () => {
  if (spawnSync('pdftotext', ['-v']).error !== undefined) installDebianPackage('poppler-utils')
  const names = Object.entries(NAMES).flatMap(([script, name]) =>
    UNKNOWN_TO_POPPLER.test(script) ? [] : [name.normalize()],
  )
  const { stdout, error } = spawnSync('pdftotext', ['-', '-'], { input: documentOf(names) })
  if (error !== undefined) return
  const read = stdout.toString().replaceAll(/[\u200E\u200F\u202A-\u202E\f]/g, '')
  const lines = read.split('\n').filter((line) => line !== '')
  expect(lines.map((line) => line.normalize())).toEqual(names)
})

test('Hebrew vowel points stand with their letters', () => {
  expect(reversed(firstLine('שִׁירָה')).normalize()).toBe('שִׁירָה'.normalize())
  for (const glyph of glyphsOf('שִׁירָה')) expect(glyph).toMatch(/^noto-sans-hebrew [1-9]/)
})

test('a name in several scripts has the font of each, in the order of each', () => {
  expect(new Set(fontsOf('Nino ნინო יעל கார்த்திக்'))).toEqual(
    new Set(['noto-sans', 'noto-sans-georgian', 'noto-sans-hebrew', 'noto-sans-tamil']),
  )
  expect(firstLine('Nino ნინო יעל כהן கார்த்திக்')).toBe('Nino ნინო ןהכ לעי கார்த்திக்')
  expect(firstLine('יעל John כהן')).toBe('לעי John ןהכ')
  const hebrew = shapeLine('יעל John כהן', { language: 'he', direction: 'rtl' })
  const drawn = hebrew.runs.flatMap(({ clusters }) => clusters.map(({ text }) => text))
  expect(drawn.join('')).toBe('ןהכ John לעי')
})

test('only the fonts of a name are in its file', () => {
  const fonts = Array.from(
    documentOf(['Nino ნინო'])
      .toString('latin1')
      .matchAll(/\/FontName \/AAAAAA\+(\w+)/g),
    ([, font]) => font,
  )
  expect(fonts).toEqual(['notosans', 'notosansgeorgian'])
})

test('a character that no font has is a question mark in a diamond, and keeps its text', () => {
  for (const text of ['😀', '\u{1D4D0}', '\uE000']) {
    expect(glyphsOf(text), text).toEqual([REPLACEMENT])
    expect(firstLine(`${text} Zoë`), text).toBe(`${text} Zoë`)
  }
  expect(REPLACEMENT).not.toMatch(EMPTY_BOX)
  expect(shapeLine('😀', ENGLISH).width).toBe(shapeLine('\uFFFD', ENGLISH).width)
})

test('every font in the folder belongs to a name', () => {
  const folder = join(import.meta.dirname, '../../fonts')
  const files = readdirSync(folder).flatMap((file) => /^(.+)\.ttf\.br$/.exec(file)?.[1] ?? [])
  const used = new Set<string>(Object.values(NAMES).flatMap(fontsOf))
  expect([...used].toSorted()).toEqual(files.toSorted())
})
