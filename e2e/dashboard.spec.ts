import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import type { Page, Request } from '@playwright/test'

import { answerCall, failCall, slowCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { as, officeAddress } from './http.ts'
import { COULD_NOT, expectAccessible, layoutShift } from './page-checks.ts'
import { dayShown } from './shown.ts'

const TEAM = '/v1/team'
const RANK = '/v1/bonus/turnover/rang'
const BALANCES = '/v1/balances'
const DAY_MS = 86_400_000

/** Three legs of very different size: the first is above its cap for the next rank. */
const CAPPED = {
  name: 'Ada Lovelace',
  active: true,
  legs: [
    { name: 'Grace Hopper', turnover: '9000.00' },
    { name: 'Katherine Johnson', turnover: '1200.00' },
    { name: 'Mary Jackson', turnover: '300.00' },
  ],
} as const

const widget = (page: Page, name: string) => page.getByRole('region', { name })

const balanceOf = (page: Page, currency: string) =>
  page.locator('section').filter({
    has: page.getByRole('heading', { name: `${currency} balance`, exact: true }),
  })

/** Records the calls of a page. */
function callsOf(page: Page): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => calls.push(request))
  return calls
}

const asked = (calls: readonly Request[], path: string): URL[] =>
  calls.map((request) => new URL(request.url())).filter(({ pathname }) => pathname === path)

test('API-038 API-043 DSH-001 DSH-002 DSH-003 DSH-007 DSH-008 DSH-016 balances, rate, rank and team, each from its call and in its row', async ({
  page,
  signIn,
}) => {
  const { id } = await signIn(CAPPED)
  const calls = callsOf(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/en/dashboard')
  await expect(page.getByRole('heading', { name: 'UCN balance' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'UPT balance' })).toBeVisible()
  // 40 % of 10,500 EUR of direct orders, at 2 UPT for 1 EUR; no rank with a bonus is reached.
  await expect(page.getByText('8,400.00000000 UPT', { exact: true })).toBeVisible()
  const [balances] = asked(calls, BALANCES)
  expect(balances?.searchParams.get('balances')).toBe('UCHAIN_UCN_BONUS,UCHAIN_UPT_BONUS')
  await expect(page.getByText('1 EUR = 2.0000 UPT')).toBeVisible()
  const rates = asked(calls, '/v1/exchange/current-rate').map(({ search }) => search)
  expect(rates).toContain('?from=EUR&to=UPT&rateType=SELL')

  await expect(widget(page, 'Team').getByText('Grace Hopper')).toBeAttached()
  const [first] = asked(calls, TEAM)
  expect(Object.fromEntries(first!.searchParams)).toEqual({
    sponsorId: String(id),
    page: '0',
    size: '100',
    sort: 'registeredAt|desc',
  })
  const top = async (name: string) => (await widget(page, name).boundingBox())!
  const balance = (await page.getByRole('heading', { name: 'UPT balance' }).boundingBox())!
  const rank = await top('Current rank')
  const team = await top('Team')
  expect(rank.y).toBeGreaterThan(balance.y + balance.height)
  expect(team.y).toBeGreaterThan(rank.y + rank.height)

  await answerCall(page, BALANCES, {
    UCHAIN_UCN_BONUS: '1234.56700089',
    UCHAIN_UPT_BONUS: '98.70000001',
  })
  await page.reload()
  await expect(balanceOf(page, 'UCN')).toContainText('1,234.56700089 UCN')
  await expect(balanceOf(page, 'UPT')).toContainText('98.70000001 UPT')
})

test('DSH-011 DSH-012 ERR-031 failing calls of balances and user keep the defaults and show no error', async ({
  page,
  signIn,
}) => {
  await signIn({ active: true })
  await failCall(page, BALANCES, { code: 'internal_server_error', status: 500 })
  await failCall(page, '/v1/user*', { code: 'internal_server_error', status: 500 })
  await page.goto('/en/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText('Unknown')).toHaveCount(2)
  await expect(page.getByRole('timer')).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
})

test('DSH-004 shows what counts toward the next rank, what does not, and why', async ({
  page,
  signIn,
}) => {
  await signIn(CAPPED)
  await page.goto('/en/dashboard')
  const rank = widget(page, 'Current rank')
  // Counted against 5,000 for Jade: 2,500 of the first leg, 1,200 and 300.
  await expect(rank.getByText('4,000.00 EUR counts toward 5,000.00 EUR')).toBeVisible()
  await expect(rank.getByText('1,000.00 EUR', { exact: true })).toBeVisible()
  await expect(rank.getByText('80%', { exact: true })).toBeVisible()
  await expect(rank.getByText('Leg 1, Grace Hopper')).toBeVisible()
  await expect(rank.getByText(/^Leg 1 has reached its cap: at most 50%/)).toBeVisible()
  const amounts = await rank.locator('.leg-amount').allTextContents()
  expect(amounts).toEqual(['2,500.00', '1,200.00', '300.00', '6,500.00'])
})

test('DSH-005 DSH-013 DSH-014 at most seven of the first line, the rest as +N; nothing jumps while it loads', async ({
  page,
  signIn,
}) => {
  await signIn({ ...CAPPED, firstLine: 12 })
  const go = await slowCall(page, RANK)
  await page.goto('/en/dashboard')
  await expect(page.getByRole('status').filter({ hasText: 'Loading' }).first()).toBeAttached()
  await go()
  await expect(widget(page, 'Current rank').getByText(/counts toward/)).toBeVisible()
  const team = widget(page, 'Team')
  await expect(team.getByRole('listitem')).toHaveCount(8)
  await expect(team.getByText('+5', { exact: true })).toBeVisible()
  await expect(team.getByText('5 more')).toBeAttached()
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
})

test('DSH-015 RNK-033 without a first line the page requests none; FREE and AMBER have no bonus and show a dash', async ({
  page,
  signIn,
}) => {
  await signIn()
  const calls = callsOf(page)
  await page.goto('/en/dashboard')
  await expect(page.getByText(/^Nobody is in your team yet/)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked(calls, TEAM)).toEqual([])
  const rank = widget(page, 'Current rank')
  await expect(rank.getByText('Free', { exact: true })).toBeVisible()
  await expect(rank.getByRole('definition').nth(0)).toHaveText('–')
  await expect(rank.getByText('Bonus at Amber')).toBeVisible()
  await expect(rank.getByRole('definition').nth(1)).toHaveText('–')
})

test('DSH-009 a failing rank and a failing team show the error in their place, with a retry', async ({
  page,
  signIn,
}) => {
  await signIn({ firstLine: 1 })
  const repairs = [
    await failCall(page, RANK, { code: 'not_found' }),
    await failCall(page, TEAM, { code: 'not_found' }),
  ]
  await page.goto('/en/dashboard')
  const places = ['Current rank', 'Team'].map((name) => widget(page, name))
  for (const place of places) await expect(place.getByText(COULD_NOT)).toBeVisible()
  await expect(page.getByText(COULD_NOT)).toHaveCount(2)
  await expectAccessible(page)
  for (const [at, place] of places.entries()) {
    await repairs[at]!()
    await place.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(COULD_NOT)).toHaveCount(1 - at)
    await expect(place.getByText(COULD_NOT)).toHaveCount(0)
  }
})

test('DSH-019 an inactive partner reads when activity ended', async ({ page, signIn }) => {
  const partner = await signIn({ active: true })
  const activity = await as(partner)('GET', officeAddress('/v1/user/activity'))
  const { activeUntil } = activity as { activeUntil: number }
  await page.clock.setFixedTime(new Date(Date.now() + 400 * DAY_MS))
  await page.goto('/en/dashboard')
  const ended = `Activity ended on ${dayShown(activeUntil)}`
  await expect(page.getByText(ended, { exact: true })).toBeVisible()
})

test.describe('the page', () => {
  test('works by keyboard alone: skip link, menu, log out', async ({ page, signIn }) => {
    await signIn()
    await page.goto('/en/dashboard')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    const profile = page.getByRole('button', { name: /^Profile:/ })
    await profile.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('link', { name: 'Log out' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/en$/)
  })

  test('needs at most 200 KiB of JavaScript, compressed, and loads each of its files once', async ({
    page,
    signIn,
  }) => {
    await signIn(CAPPED)
    const files: string[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname === '/start.js' || pathname.startsWith('/assets/')) files.push(pathname)
    })
    await page.goto('/en/dashboard')
    await expect(widget(page, 'Current rank').getByText(/counts toward/)).toBeVisible()
    const dist = join(import.meta.dirname, '..', 'apps', 'office', 'dist')
    expect(readdirSync(join(dist, 'assets')).length).toBeGreaterThan(0)
    expect(files.filter((file, at) => files.indexOf(file) !== at)).toEqual([])
    expect(files.filter((file) => file.endsWith('.json'))).toHaveLength(1)
    const scripts = files.filter((file) => file.endsWith('.js'))
    const bytes = scripts.reduce(
      (sum, path) => sum + gzipSync(readFileSync(join(dist, path)), { level: 9 }).length,
      0,
    )
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(200 * 1024)
  })
})
