import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { expect, test } from 'vitest'

/** Ask for a browser, with these variables. */
function ask(variables: Record<string, string>) {
  const script = join(import.meta.dirname, 'browser.mjs')
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, ...variables }
  return spawnSync(process.execPath, [script], { env, encoding: 'utf8' })
}

test('a browser that was named and does not run is refused by its name, and no other is taken', () => {
  const { status, stdout, stderr } = ask({ CHROME_PATH: '/bin/true' })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/install Chromium, or set CHROME_PATH[^]*\/bin\/true/)
})

test('where the only source has no browser, what can be done is told', () => {
  const { status, stderr } = ask({ BROWSER_SOURCE: 'installed', PATH: '/nowhere' })
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /^No browser for the tests: install Chromium, or set CHROME_PATH to one\n$/,
  )
})

test('a source nobody knows is refused', () => {
  const { status, stderr } = ask({ BROWSER_SOURCE: 'toString' })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^BROWSER_SOURCE must be installed or debian or npm, not toString\n$/)
})
