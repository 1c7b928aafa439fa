import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { expect, test } from '../fixtures.ts'
import { consoleAddress, giveConsole, makeOperator } from './operator.ts'

const DIST = join(import.meta.dirname, '..', '..', 'apps', 'console', 'dist')
const MOST_BYTES = 260 * 1024

test('SCR-009 the first page needs at most 260 KB of scripts, and no page of another area', async ({
  context,
  page,
}) => {
  await giveConsole(context, await makeOperator(['finance', 'admin']))
  const scripts: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) scripts.push(pathname.replace('/console/', ''))
  })
  await page.goto(consoleAddress('/'))
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  const sizes = scripts.map((file) => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
  expect(scripts.some((file) => /(operators|me|welcome)-page/.test(file))).toBe(false)
  await page.getByRole('link', { name: 'Operators' }).click()
  await expect.poll(() => scripts.some((file) => file.includes('operators-page'))).toBe(true)
})
