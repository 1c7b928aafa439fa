import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, test, vi } from 'vitest'

import { makeDataDirectory } from './data-directory.ts'

const parent = mkdtempSync(join(tmpdir(), 'partner-office-directory-'))
const dataDir = join(parent, 'data')
const modeOf = (path: string): number => statSync(path).mode & 0o777

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
  vi.restoreAllMocks()
})

test('a new data directory is closed to other users, its new parents too', () => {
  makeDataDirectory(join(dataDir, 'below'))
  expect(modeOf(dataDir)).toBe(0o700)
  expect(modeOf(join(dataDir, 'below'))).toBe(0o700)
})

test.each([0o755, 0o750, 0o701])('an open data directory is closed, with a line: %o', (mode) => {
  for (const name of ['db', 'translations']) mkdirSync(join(dataDir, name), { recursive: true })
  chmodSync(dataDir, mode)
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  makeDataDirectory(dataDir)
  expect(modeOf(dataDir)).toBe(0o700)
  expect(said.mock.calls).toEqual([[expect.stringMatching(/^DATA_DIR was open [^\n]+\n$/)]])
  makeDataDirectory(dataDir)
  expect(said).toHaveBeenCalledTimes(1)
})

test('an open directory with other files is refused and left as it is', () => {
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'photo.jpg'), '')
  chmodSync(dataDir, 0o755)
  expect(() => makeDataDirectory(dataDir)).toThrow(/^DATA_DIR must be a directory of its own/)
  expect(modeOf(dataDir)).toBe(0o755)
})

test.each(['/dev/null', '/proc/none'])('%s, which cannot be written, is refused', (path) => {
  expect(() => makeDataDirectory(path)).toThrow(
    /^DATA_DIR must be a directory that can be written: /,
  )
})
