// What the letters of a language cost: the font files that its pages load beside the Latin ones.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { type Container, parse } from 'postcss'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const STYLES = join(ROOT, 'packages/ui/src/styles')
const LOCALES = join(ROOT, 'packages/locales/src')
const SCREENS = ['shared', 'office', 'passport']

/** Every page loads it, whatever its language. */
const LATIN = 'inter-latin-opsz-normal.woff2'
const MOST_BYTES = 60 * 1024

type Range = readonly [first: number, last: number]
type Face = { readonly family: string; readonly file: string; readonly ranges: readonly Range[] }

const CSS = parse(readFileSync(join(STYLES, 'tokens.css'), 'utf8'))

/** The value of a property in a rule, without the quotation marks. */
function valueIn(rule: Container, property: string): string {
  let found = ''
  rule.walkDecls(property, ({ value }) => void (found = value.replaceAll("'", '')))
  return found
}

/** `U+0102-0103, U+20AB` as numbers. */
const rangesOf = (text: string): Range[] =>
  text.split(',').map((range) => {
    const [first, last = first] = range.trim().slice(2).split('-')
    return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)]
  })

/** The faces that have a file. */
function allFaces(): readonly Face[] {
  const faces: Face[] = []
  CSS.walkAtRules('font-face', (rule) => {
    const [, file] = /url\(fonts\/([^)]+)\)/.exec(valueIn(rule, 'src')) ?? []
    if (file === undefined) return
    const ranges = rangesOf(valueIn(rule, 'unicode-range'))
    faces.push({ family: valueIn(rule, 'font-family'), file, ranges })
  })
  return faces
}

const FACES = allFaces()
const bytesOf = (file: string): number => statSync(join(STYLES, 'fonts', file)).size

/** The families of a language, the first one first. */
function familiesIn(language: string): readonly string[] {
  const families = new Map<string, string>()
  CSS.walkRules((rule) => {
    const value = valueIn(rule, '--font-sans')
    if (value !== '') families.set(rule.selector, value)
  })
  const listed = families.get(`:lang(${language})`) ?? families.get(':root')!
  return listed.split(',').map((family) => family.trim())
}

/** For each letter of a text: the face of each family of the language that holds it. The first one shows it. */
function facesOf(text: string, language: string): readonly (readonly Face[])[] {
  const families = familiesIn(language)
  return Array.from(new Set(text), (letter) => {
    const code = letter.codePointAt(0)!
    const holds = ({ ranges }: Face): boolean => ranges.some((range) => isIn(code, range))
    return families.flatMap(
      (name) => FACES.find((face) => face.family === name && holds(face)) ?? [],
    )
  })
}

/** The files that show the letters of a text; none for letters that the fonts of the device show. */
const filesFor = (text: string, language: string): ReadonlySet<string> =>
  new Set(facesOf(text, language).flatMap(([first]) => first?.file ?? []))

/** The files that a browser may ask for: while the file of a letter is late, it tries the next family that holds the letter. */
const filesTriedFor = (text: string, language: string): ReadonlySet<string> =>
  new Set(facesOf(text, language).flatMap((faces) => faces.map(({ file }) => file)))

const overlap = (one: Range, other: Range): boolean => one[0] <= other[1] && other[0] <= one[1]

const isIn = (code: number, [first, last]: Range): boolean => code >= first && code <= last

const textsIn = (language: string): string =>
  SCREENS.map((area) => readFileSync(join(LOCALES, language, `${area}.json`), 'utf8')).join('')

const LANGUAGES = readdirSync(LOCALES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

test('the files of the letters are those of the styles', () => {
  const kept = readdirSync(join(STYLES, 'fonts')).filter((name) => name.endsWith('.woff2'))
  expect(FACES.map(({ file }) => file).toSorted()).toEqual(kept.toSorted())
  expect(LANGUAGES.length).toBeGreaterThanOrEqual(21)
})

test('no letter of a family is in two files: while one is late, browsers load the other, too', () => {
  const twice = FACES.flatMap(({ family, file, ranges }, at) =>
    FACES.slice(at + 1)
      .filter((other) => other.family === family)
      .filter((other) => ranges.some((range) => other.ranges.some((one) => overlap(range, one))))
      .map((other) => `${file} and ${other.file}`),
  )
  expect(twice).toEqual([])
})

test.each([
  ['English', 'en', [LATIN]],
  ['Привет', 'ru', ['inter-cyrillic-opsz-normal.woff2']],
  ['ăđ', 'vi', ['inter-vietnamese-opsz-normal.woff2']],
  ['ağaç', 'tr', ['inter-latin-ext-opsz-normal.woff2', LATIN]],
  ['नमस्ते।', 'hi', ['noto-sans-devanagari-devanagari-400-normal.woff2']],
  ['বাংলা।', 'bn', ['noto-sans-bengali-bengali-400-normal.woff2']],
  ['你好', 'zh', []],
])('the letters of %s in %s come from %j', (text, language, files) => {
  expect([...filesFor(text, language)].toSorted()).toEqual(files.toSorted())
})

test.each(FACES.map(({ file }) => file).filter((file) => file !== LATIN))(
  '%s has at most 60 KB',
  (file) => {
    expect(bytesOf(file)).toBeLessThanOrEqual(MOST_BYTES)
  },
)

describe('the pages of a language load at most 60 KB of letters beside the Latin ones, however late', () => {
  test.each(LANGUAGES)('in %s', (language) => {
    const files = [...filesTriedFor(textsIn(language), language)].filter((file) => file !== LATIN)
    const bytes = files.reduce((sum, file) => sum + bytesOf(file), 0)
    expect(bytes, files.join(', ')).toBeLessThanOrEqual(MOST_BYTES)
  })
})
