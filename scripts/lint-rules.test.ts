// Two rules of the structure are the linter's: they are tested on files that break them.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const LINTER = join(ROOT, 'node_modules/.bin/oxlint')

/** Names of the rules that these files break. */
function brokenRules(files: Readonly<Record<string, string>>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'lint-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const words = ['-c', join(ROOT, '.oxlintrc.json'), '--format=json', '.']
  const { stdout } = spawnSync(LINTER, words, { cwd: root, encoding: 'utf8' })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { code: string }[] }
  return [...new Set(diagnostics.map(({ code }) => code))].toSorted()
}

test('a cycle is found, also where only types close it', () => {
  const files = {
    'soak/a.ts': `import { b } from './b.ts'\nexport type A = typeof b\n`,
    'soak/b.ts': `import { c } from './c.ts'\nexport const b = c\n`,
    'soak/c.ts': `import type { A } from './a.ts'\nexport const c: A | null = null\n`,
  }
  expect(brokenRules(files)).toEqual(['import(no-cycle)'])
  expect(brokenRules({ ...files, 'soak/c.ts': 'export const c = null\n' })).toEqual([])
})

test('no function of the product is longer than 70 lines', () => {
  const functionOf = (lines: number) =>
    `export function long(a) {\n${'  a.step()\n'.repeat(lines - 2)}}\n`
  expect(brokenRules({ 'apps/a/long.ts': functionOf(70) })).toEqual([])
  expect(brokenRules({ 'apps/a/long.ts': functionOf(71) })).toEqual([
    'eslint(max-lines-per-function)',
  ])
  expect(brokenRules({ 'apps/a/long.test.ts': functionOf(71) })).toEqual([])
})
