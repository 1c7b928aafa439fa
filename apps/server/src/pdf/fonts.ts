import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import { Blob, Face, Font } from 'harfbuzzjs'

import { type OutlineTables, outlineTables } from './font-subset.ts'

const DIRECTORY = join(import.meta.dirname, '../../fonts')

/**
 * The font of each script that names are written in today: those of Unicode Standard Annex 31, tables 5 and 7, Mongolian
 * and Coptic. Latin, Greek and Cyrillic are in `noto-sans`.
 */
const SCRIPT_FONTS = [
  ['Arabic', 'noto-sans-arabic'],
  ['Devanagari', 'noto-sans-devanagari'],
  ['Bengali', 'noto-sans-bengali'],
  ['Thai', 'noto-sans-thai'],
  ['Hangul', 'noto-sans-kr'],
  ['Hiragana', 'noto-sans-jp'],
  ['Katakana', 'noto-sans-jp'],
  ['Bopomofo', 'noto-sans-sc'],
  ['Adlam', 'noto-sans-adlam'],
  ['Armenian', 'noto-sans-armenian'],
  ['Balinese', 'noto-sans-balinese'],
  ['Bamum', 'noto-sans-bamum'],
  ['Batak', 'noto-sans-batak'],
  ['Canadian_Aboriginal', 'noto-sans-canadian-aboriginal'],
  ['Chakma', 'noto-sans-chakma'],
  ['Cham', 'noto-sans-cham'],
  ['Cherokee', 'noto-sans-cherokee'],
  ['Coptic', 'noto-sans-coptic'],
  ['Ethiopic', 'noto-sans-ethiopic'],
  ['Georgian', 'noto-sans-georgian'],
  ['Gujarati', 'noto-sans-gujarati'],
  ['Gurmukhi', 'noto-sans-gurmukhi'],
  ['Hanifi_Rohingya', 'noto-sans-hanifi-rohingya'],
  ['Hebrew', 'noto-sans-hebrew'],
  ['Javanese', 'noto-sans-javanese'],
  ['Kannada', 'noto-sans-kannada'],
  ['Kayah_Li', 'noto-sans-kayah-li'],
  ['Khmer', 'noto-sans-khmer'],
  ['Lao', 'noto-sans-lao'],
  ['Lepcha', 'noto-sans-lepcha'],
  ['Limbu', 'noto-sans-limbu'],
  ['Lisu', 'noto-sans-lisu'],
  ['Malayalam', 'noto-sans-malayalam'],
  ['Mandaic', 'noto-sans-mandaic'],
  ['Meetei_Mayek', 'noto-sans-meetei-mayek'],
  ['Miao', 'noto-sans-miao'],
  ['Mongolian', 'noto-sans-mongolian'],
  ['Myanmar', 'noto-sans-myanmar'],
  ['New_Tai_Lue', 'noto-sans-new-tai-lue'],
  ['Newa', 'noto-sans-newa'],
  ['Nko', 'noto-sans-nko'],
  ['Nyiakeng_Puachue_Hmong', 'noto-serif-nyiakeng-puachue-hmong'],
  ['Ol_Chiki', 'noto-sans-ol-chiki'],
  ['Oriya', 'noto-sans-oriya'],
  ['Osage', 'noto-sans-osage'],
  ['Saurashtra', 'noto-sans-saurashtra'],
  ['Sinhala', 'noto-sans-sinhala'],
  ['Sundanese', 'noto-sans-sundanese'],
  ['Syloti_Nagri', 'noto-sans-syloti-nagri'],
  ['Syriac', 'noto-sans-syriac'],
  ['Tai_Le', 'noto-sans-tai-le'],
  ['Tai_Tham', 'noto-sans-tai-tham'],
  ['Tai_Viet', 'noto-sans-tai-viet'],
  ['Tamil', 'noto-sans-tamil'],
  ['Telugu', 'noto-sans-telugu'],
  ['Thaana', 'noto-sans-thaana'],
  ['Tibetan', 'noto-serif-tibetan'],
  ['Tifinagh', 'noto-sans-tifinagh'],
  ['Vai', 'noto-sans-vai'],
  ['Wancho', 'noto-sans-wancho'],
  ['Yi', 'noto-sans-yi'],
] as const

/** The embedded fonts: Noto Sans for each script; two scripts have a serif font only. */
export type FontName = 'noto-sans' | (typeof SCRIPT_FONTS)[number][1]

/** A font that is read and parsed once for the whole process. Units: 1/1000 of the font size. */
export type LoadedFont = {
  readonly name: FontName
  readonly shaper: Font
  readonly tables: OutlineTables
  readonly scale: number
  readonly ascent: number
  readonly descent: number
}

const loaded = new Map<FontName, LoadedFont>()

/** A font, read at its first use: the Chinese, Japanese and Korean ones are large. */
export function fontNamed(name: FontName): LoadedFont {
  const known = loaded.get(name)
  if (known !== undefined) return known
  const bytes = brotliDecompressSync(readFileSync(join(DIRECTORY, `${name}.ttf.br`)))
  const face = new Face(new Blob(bytes))
  const shaper = new Font(face)
  const scale = 1000 / face.upem
  const { ascender, descender } = shaper.hExtents()
  const font = {
    name,
    shaper,
    tables: outlineTables(bytes),
    scale,
    ascent: Math.round(ascender * scale),
    descent: Math.round(descender * scale),
  }
  loaded.set(name, font)
  return font
}

const BY_SCRIPT = SCRIPT_FONTS.map(
  ([script, font]) => [new RegExp(`\\p{Script_Extensions=${script}}`, 'u'), font] as const,
)
/** Letters of the font for everything else. */
const EUROPEAN = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
/** Ideographs, and the punctuation and wide forms that come with them. */
const IDEOGRAPHIC = /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]/u
/** The same ideograph has other shapes in each language. */
const IDEOGRAPHS: Readonly<Record<string, readonly FontName[]>> = {
  ja: ['noto-sans-jp', 'noto-sans-sc', 'noto-sans-kr'],
  ko: ['noto-sans-kr', 'noto-sans-sc', 'noto-sans-jp'],
}
const CHINESE: readonly FontName[] = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr']
/** Belongs to the script around it: spaces, digits, punctuation, combining marks. */
const SHARED = /[\p{Script=Common}\p{Script=Inherited}]/u

/** What is drawn in the place of a character that no font has, such as an emoji: a question mark in a diamond. */
export const REPLACEMENT = '\uFFFD'

/**
 * The font for a character; `noto-sans` for a character that no font has. A character that scripts share stays in the font of the character before, so that marks and
 * digits are shaped with their neighbours.
 */
export function fontFor(char: string, language: string, before: FontName | null): FontName {
  if (isPlain(char)) return 'noto-sans'
  if (IDEOGRAPHIC.test(char)) {
    const fonts = IDEOGRAPHS[language] ?? CHINESE
    return fonts.find((name) => hasGlyph(name, char)) ?? fonts[0]!
  }
  if (SHARED.test(char)) {
    const near = [before ?? 'noto-sans', 'noto-sans' as const].find((name) => hasGlyph(name, char))
    if (near !== undefined) return near
  }
  if (EUROPEAN.test(char)) return 'noto-sans'
  const own = BY_SCRIPT.find(([script]) => script.test(char))?.[1] ?? 'noto-sans'
  // A letter with a mark may be missing where its parts are there: the shaper takes it apart.
  return [...char.normalize('NFD')].every((part) => hasGlyph(own, part)) ? own : 'noto-sans'
}

/** Digits and Latin letters look the same in every document. */
const isPlain = (char: string): boolean => /[\dA-Za-z]/.test(char)

const hasGlyph = (name: FontName, char: string): boolean =>
  fontNamed(name).shaper.nominalGlyph(char.codePointAt(0)!) !== undefined
