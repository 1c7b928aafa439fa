// The browser tests that run in other languages: each spec file is in one of two lists, and each exception is a test.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { expect, test } from 'vitest'

import { ENGLISH_FILES, FILES, TESTS } from '../e2e/english-only.ts'

const E2E = join(import.meta.dirname, '../e2e')
const specOf = (name: string): string => `${name}.spec.ts`

test('each spec file runs in other languages, or has a reason not to', () => {
  const specs = globSync(join(E2E, '*.spec.ts')).map((path) => basename(path))
  const listed = [...FILES, ...Object.keys(ENGLISH_FILES)].map(specOf)
  expect(listed.toSorted()).toEqual(specs.toSorted())
})

test('each test that is left out stands in a file that runs in other languages', () => {
  const sources = FILES.map((name) => readFileSync(join(E2E, specOf(name)), 'utf8'))
  const isTest = (title: string) =>
    sources.some((source) => ["'", '`'].some((quote) => source.includes(`${quote}${title}`)))
  expect(Object.keys(TESTS).filter((title) => !isTest(title))).toEqual([])
})
