import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import { Blob, Face, Font } from 'harfbuzzjs'

import { type OutlineTables, outlineTables } from './font-subset.ts'

const DIRECTORY = join(import.meta.dirname, '../../fonts')

/** The embedded fonts: Noto Sans for each script of the shipped languages. */
export type FontName =
  | 'noto-sans'
  | 'noto-sans-arabic'
  | 'noto-sans-bengali'
  | 'noto-sans-devanagari'
  | 'noto-sans-jp'
  | 'noto-sans-kr'
  | 'noto-sans-sc'
  | 'noto-sans-thai'

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

const BY_SCRIPT: readonly (readonly [RegExp, FontName])[] = [
  [/\p{Script_Extensions=Arabic}/u, 'noto-sans-arabic'],
  [/\p{Script_Extensions=Devanagari}/u, 'noto-sans-devanagari'],
  [/\p{Script_Extensions=Bengali}/u, 'noto-sans-bengali'],
  [/\p{Script_Extensions=Thai}/u, 'noto-sans-thai'],
  [/\p{Script_Extensions=Hangul}/u, 'noto-sans-kr'],
  [/[\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}]/u, 'noto-sans-jp'],
]
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

/**
 * The font for a character. A character that scripts share stays in the font of the character before, so that marks and
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
  return BY_SCRIPT.find(([script]) => script.test(char))?.[1] ?? 'noto-sans'
}

/** Digits and Latin letters look the same in every document. */
const isPlain = (char: string): boolean => /[\dA-Za-z]/.test(char)

const hasGlyph = (name: FontName, char: string): boolean =>
  fontNamed(name).shaper.nominalGlyph(char.codePointAt(0)!) !== undefined
