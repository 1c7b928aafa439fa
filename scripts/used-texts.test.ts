// Every text of the locales is on a screen, in a mail or on a statement: the code names its key.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** A check that reads too few files looks in the wrong place. */
const FEWEST_FILES = 40

/** The code that may use the texts of an area. Each app knows its own area and the shared one. */
const USERS = {
  shared: ['apps/*', 'packages/*'],
  office: ['apps/office', 'packages/*'],
  passport: ['apps/passport', 'packages/*'],
  console: ['apps/console', 'packages/*'],
  mail: ['apps/server', 'packages/*'],
  statement: ['apps/server', 'packages/*'],
} as const
const EVERYWHERE = USERS.shared

const PLURAL_FORM = /_(zero|one|two|few|many|other)$/

/**
 * Returns the keys that no source names, neither as a text, nor as the stem of a plural, nor through a template.
 *
 * The template `ranks.${code}` names `ranks.RUBY` if `RUBY` is a word of the code.
 */
function unusedKeys(
  keys: readonly string[],
  sources: readonly string[],
  words: ReadonlySet<string> = wordsOf(sources),
): readonly string[] {
  const named = new Set(sources.flatMap((source) => quotedIn(source)))
  const templates = sources.flatMap((source) => templatesIn(source))
  const isMade = (key: string) =>
    templates.some(({ begin, end }) => {
      if (!key.startsWith(begin) || !key.endsWith(end)) return false
      return words.has(key.slice(begin.length, key.length - end.length))
    })
  return keys.filter((key) => {
    const spellings = [key, key.replace(PLURAL_FORM, '')]
    return !spellings.some((spelling) => named.has(spelling) || isMade(spelling))
  })
}

/** Texts of a source that look like a key or a part of one: `'a.b'` and `"a"`; properties by a dot: `.a`. */
const quotedIn = (source: string): readonly string[] =>
  [...source.matchAll(/(['"])([\w.-]+)\1|\.(\w+)/g)].map(
    ([, , text, property]) => text ?? property!,
  )

/** Everything that can stand in a template's gap: quoted texts and names of properties. */
const wordsOf = (sources: readonly string[]): ReadonlySet<string> =>
  new Set(
    sources.flatMap((source) => [
      ...quotedIn(source),
      ...[...source.matchAll(/(\w+):/g)].map(([, name]) => name!),
    ]),
  )

/** Fixed beginnings and ends of templates that can make a key: `ranks.${code}` and `${kind}.subject`. */
const templatesIn = (source: string) =>
  [...source.matchAll(/`([\w.]*)\$\{[^`]*?\}([\w.]*)`/g)]
    .map(([, begin, end]) => ({ begin: begin!, end: end! }))
    .filter(({ begin, end }) => /^\w+\./.test(begin) || /^\.\w+$/.test(end))

function sourcesOf(folders: readonly string[]): readonly string[] {
  const files = folders.flatMap((folder) => globSync(join(ROOT, folder, 'src/**/*.{ts,tsx,mjs}')))
  const sources = files.filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  expect(sources.length).toBeGreaterThan(FEWEST_FILES)
  return sources.map((file) => readFileSync(file, 'utf8'))
}

/** Codes of the requirements have texts even if no service answers with them (decision D-107). */
const CODES =
  readFileSync(join(ROOT, 'docs/spec/requirements.md'), 'utf8').match(/\b[a-z]+_\w+/g) ?? []

const words = new Set([...wordsOf(sourcesOf(EVERYWHERE)), ...CODES])

test.each(Object.entries(USERS))('each text of %s is used', (area, folders) => {
  const path = join(ROOT, `packages/locales/src/en/${area}.json`)
  const keys = Object.keys(JSON.parse(readFileSync(path, 'utf8')) as object)
  expect(keys.length).toBeGreaterThan(3)
  expect(unusedKeys(keys, sourcesOf(folders), words)).toEqual([])
})

test.each([
  ['a text', 'a.one', `t('a.one')`],
  ['a text in an attribute', 'a.one', `<Trans i18nKey="a.one" />`],
  ['a plural by its stem', 'a.days_few', `t('a.days', { count })`],
  ['a property', 'issuer', `words.texts.issuer`],
  ['a template with a beginning', 'a.RED', `const RANKS = ['RED']; t(\`a.\${code}\`)`],
  ['a template with an end', 'red.row', `type Kind = 'red'; texts[\`\${kind}.row\`]`],
  ['a template with a choice', 'a.red', `t(\`a.\${x === 'y' ? 'red' : x}\`)`],
  ['a name of a property in a template', 'a.red', `const C = { red: 1 }; t(\`a.\${name}\`)`],
])('%s is a use', (_kind, key, source) => {
  expect(unusedKeys([key], [source])).toEqual([])
})

test.each([
  ['a longer key', 'a.one', `t('a.oneMore')`],
  ['the words of a comment', 'a.one', `// shows a.one or it's gone`],
  [
    'a template whose gap no word of the code fills',
    'a.GREEN',
    `['RED'].map((c) => t(\`a.\${c}\`))`,
  ],
  ['a template of gaps alone', 'a.red', `const [a, b] = ['a', 'red']; say(\`\${a}.\${b}\`)`],
])('%s is none', (_kind, key, source) => {
  expect(unusedKeys([key], [source])).toEqual([key])
})
