import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'

import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoHorizontalScroll } from './page-checks.ts'

const ROOT = join(import.meta.dirname, '..')
const ORIGIN = 'http://workshop.test'
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Builds the office as for development; returns the folder of its files. */
async function build(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'workshop-'))
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  const words = ['build', '--mode', 'development', '--logLevel', 'warn', '--outDir', folder]
  await promisify(execFile)(process.execPath, [vite, ...words, 'apps/office'], { cwd: ROOT })
  return folder
}

/** Serves the files of a folder to the page, and the page itself at `/workshop`. */
async function serve(page: Page, folder: string): Promise<void> {
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const file = join(folder, pathname === '/workshop' ? 'index.html' : pathname)
    if (!existsSync(file)) return route.fulfill({ status: 404 })
    return route.fulfill({ body: readFileSync(file), contentType: TYPES[extname(file)] ?? '' })
  })
}

test('the workshop is accessible in both themes and both directions, wide and narrow', async ({
  page,
}) => {
  await serve(page, await build())
  for (const look of ['theme=light', 'theme=dark&dir=rtl']) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${ORIGIN}/workshop?${look}`)
    await expect(page.getByRole('heading', { name: 'Workshop', level: 1 })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoHorizontalScroll(page)
  }
  for (const name of ['dialog', 'wide dialog', 'panel', 'drawer', 'menu drawer']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('dialog', { name: `A ${name}` })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  for (const name of ['success', 'wait', 'error']) {
    await page.getByRole('button', { name, exact: true }).click()
  }
  await expectAccessible(page)
  for (const frame of ['app', 'gate', 'skeleton']) {
    await page.goto(`${ORIGIN}/workshop?frame=${frame}`)
    await expect(page.getByRole('region', { name: 'A page' })).toBeVisible()
    await expectAccessible(page)
  }
})

test('the built office has no workshop', () => {
  const assets = join(ROOT, 'apps', 'office', 'dist', 'assets')
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(5)
  for (const file of scripts) {
    expect(readFileSync(join(assets, file), 'utf8').includes('Workshop'), file).toBe(false)
  }
})
