import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import { checkDuplicates } from './check-duplicates.mjs'
import { checkFunctions } from './check-functions.mjs'

/** A repository of these files. */
function repositoryOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'figures-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

/** Lines of code, all different but for what `name` and `value` stand for. */
const linesOf = (count: number, name: string, value = 1): string =>
  Array.from({ length: count }, (_, at) => `${name}.step${at}(${value}, 'text ${value}')`).join(
    '\n',
  )

/** A function of so many lines. */
const functionOf = (lines: number, name: string): string =>
  `export function ${name}(a: A) {\n${linesOf(lines - 2, 'a')}\n}\n`

const short = (count: number): string =>
  Array.from({ length: count }, (_, at) => `export const f${at} = () => ${at}\n`).join('')

test('one function in a hundred may be longer than 40 lines', () => {
  const root = repositoryOf({ 'apps/a/long.ts': functionOf(70, 'long') + short(99) })
  expect(checkFunctions(root)).toEqual({
    summary: '100 functions, 1 over 40 lines (1.00 %)',
    worst: ['70 lines: apps/a/long.ts:1'],
    problems: [],
  })
})

test('of a hundred functions a second one of 41 lines fails the check', () => {
  const two = repositoryOf({
    'apps/a/long.ts': functionOf(41, 'one') + functionOf(41, 'two') + short(98),
  })
  expect(checkFunctions(two).problems).toEqual([
    '2.00 % are longer than 40 lines, and 1 % is the limit',
  ])
})

test('functions of 40 lines, and those of tests, do not count as long', () => {
  const root = repositoryOf({
    'apps/a/even.ts': functionOf(40, 'even'),
    'apps/a/even.test.ts': functionOf(90, 'tested'),
    'apps/a/testing/help.ts': functionOf(90, 'helper'),
  })
  expect(checkFunctions(root).summary).toBe('1 functions, 0 over 40 lines (0.00 %)')
})

test('thirteen lines in two places are a duplicate, with other numbers and strings as well', () => {
  const root = repositoryOf({
    'apps/a/one.ts': `import 'x'\n\n${linesOf(13, 'a', 1)}\n`,
    'packages/b/two.ts': `${linesOf(1, 'z')}\n${linesOf(13, 'a', 2).replace('\n', '\n// why\n')}\n`,
  })
  expect(checkDuplicates(root).problems).toEqual([
    '13 lines: apps/a/one.ts:3 and packages/b/two.ts:2',
  ])
})

test('a run is reported once with its whole length, also within one file', () => {
  const root = repositoryOf({
    'apps/a/one.ts': `${linesOf(20, 'a')}\n${linesOf(1, 'b')}\n${linesOf(20, 'a')}\n`,
  })
  expect(checkDuplicates(root).problems).toEqual(['20 lines: apps/a/one.ts:1 and apps/a/one.ts:22'])
})

test.each([
  ['twelve lines', linesOf(12, 'a'), linesOf(12, 'a')],
  ['other names', linesOf(13, 'a'), linesOf(13, 'b')],
  ['tables of data', tableOf(13, 1), tableOf(13, 2)],
])('%s are none', (_kind, one, other) => {
  const root = repositoryOf({ 'apps/a/one.ts': one, 'apps/a/two.ts': other })
  expect(checkDuplicates(root).problems).toEqual([])
})

function tableOf(rows: number, value: number): string {
  const cells = Array.from({ length: rows }, (_, at) => `  { id: ${at}, amount: ${value} },`)
  return `export const table${value} = [\n${cells.join('\n')}\n]\n`
}
