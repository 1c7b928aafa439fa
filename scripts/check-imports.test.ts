import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import { checkImports } from './check-imports.mjs'

/** Problems of a repository of these files, and of nothing else. */
function problemsOf(files: Readonly<Record<string, string>>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'imports-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return checkImports(root, { fewest: 0 }).problems
}

const DB = 'apps/server/src/db/table.ts'
const BUSINESS = 'apps/server/src/business/orders/order.ts'
const REASON = `${DB} imports ${BUSINESS}: the database layer serves all modules and imports none of them`

test.each([
  ['a value', `import { order } from '../business/orders/order.ts'`],
  ['a type', `import type { Order } from '../business/orders/order.ts'`],
  ['a type among values', `import { type Order } from '../business/orders/order.ts'`],
  ['an export', `export { order } from '../business/orders/order.ts'`],
  ['an export of types', `export type * from '../business/orders/order.ts'`],
  ['a lazy import', `export const load = () => import('../business/orders/order.ts')`],
  ['a type in place', `export type Order = import('../business/orders/order.ts').Order`],
])('a forbidden import is found: %s', (_kind, text) => {
  expect(problemsOf({ [DB]: text })).toEqual([REASON])
})

test('the import that another folder may make is none', () => {
  expect(problemsOf({ [BUSINESS]: `import type { Db } from '../../db/table.ts'` })).toEqual([])
})

test.each([
  ['scripts/run.ts', '../apps/office/src/paths.ts'],
  ['e2e/team.spec.ts', '../apps/server/src/business/team/read-team.ts'],
  ['apps/office/src/paths.ts', '../../../e2e/calls.ts'],
  ['apps/office/src/features/team/a.ts', '../rank/b.ts'],
])('%s imports %s: forbidden', (from, to) => {
  expect(problemsOf({ [from]: `import type { X } from '${to}'` })).toHaveLength(1)
})

test('a check that sees too few modules fails', () => {
  const root = mkdtempSync(join(tmpdir(), 'imports-'))
  expect(checkImports(root).problems).toEqual([
    'Only 0 modules were seen: the check looks in the wrong place',
  ])
})
