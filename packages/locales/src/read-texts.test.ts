import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, expect, test } from 'vitest'

import { mailTexts, rankName } from './mail.ts'
import { readTexts, useOwnTexts } from './read-texts.ts'
import { statementTexts } from './statement.ts'

const folder = mkdtempSync(join(tmpdir(), 'partner-office-own-texts-'))
afterEach(() => useOwnTexts())
afterAll(() => rmSync(folder, { recursive: true }))

function write(language: string, area: string, content: string): void {
  mkdirSync(join(folder, language), { recursive: true })
  writeFileSync(join(folder, language, `${area}.json`), content)
}

test('an own text replaces the built one; the others stay', () => {
  const built = readTexts('de', 'mail')
  write('de', 'mail', JSON.stringify({ 'frame.about': 'Warum diese Mail?' }))
  useOwnTexts(folder)
  expect(mailTexts('de').texts).toEqual({ ...built, 'frame.about': 'Warum diese Mail?' })
  useOwnTexts()
  expect(mailTexts('de').texts).toEqual(built)
})

test('a changed file counts at the next call', () => {
  useOwnTexts(folder)
  write('de', 'office', JSON.stringify({ 'ranks.RUBY': 'Rubin Eins' }))
  expect(rankName('de', 'RUBY')).toBe('Rubin Eins')
  write('de', 'office', JSON.stringify({ 'ranks.RUBY': 'Rubin Nummer zwei' }))
  expect(rankName('de', 'RUBY')).toBe('Rubin Nummer zwei')
})

test.each(['{', '[]', 'null', '"text"', '{"head.account": 7}'])(
  'a file with %j replaces nothing',
  (content) => {
    const built = statementTexts('de')
    write('de', 'statement', content)
    useOwnTexts(folder)
    expect(statementTexts('de')).toEqual(built)
  },
)

test('English belongs to the built pages: an own set of it replaces nothing', () => {
  const built = mailTexts('en')
  write('en', 'mail', JSON.stringify({ 'frame.about': 'Howdy' }))
  useOwnTexts(folder)
  expect(mailTexts('en')).toEqual(built)
})
