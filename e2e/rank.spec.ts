import type { Locator, Page, Request } from '@playwright/test'

import { changeCall, failCall, slowCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import {
  COULD_NOT,
  expectAccessible,
  expectNoHorizontalScroll,
  layoutShift,
} from './page-checks.ts'

const BONUS = '/en/bonuses/rank'
const ORDINARY = '/en/my-rank'

/** Example 1 of the 50 % rule: Sapphire, on the way to Ruby. */
const RUBY = {
  name: 'Ada Lovelace',
  legs: [
    { name: 'Grace Hopper', turnover: '60000.00' },
    { name: 'Katherine Johnson', turnover: '30000.00' },
    { name: 'Mary Jackson', turnover: '8000.00' },
    { name: 'Dorothy Vaughan', turnover: '4000.00' },
  ],
} as const

/** Example 2: the second leg is at its cap, the first is not. */
const ONE_QUALIFIED = {
  legs: ['45000.00', '40000.00', '10000.00', '5000.00'].map((turnover) => ({ turnover })),
} as const

const region = (page: Page, name: string) => page.getByRole('region', { name })
const current = (page: Page) => region(page, 'Current rank')
const next = (page: Page) => region(page, 'Next rank')
const ladder = (page: Page) => region(page, 'All ranks')
const rule = (page: Page) => page.getByRole('button', { name: '50% rule' })
const rowOf = (page: Page, rank: string) =>
  ladder(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: rank, exact: true }) })

async function openAt(page: Page, width: number, address: string): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(address)
  await expect(ladder(page).getByText('Crown Diamond')).toBeVisible()
}

/** Records the business and exchange calls of a page. */
function callsOf(page: Page): URL[] {
  const calls: URL[] = []
  page.on('request', (request: Request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) calls.push(new URL(request.url()))
  })
  return calls
}

test.describe('the bonus rank page', () => {
  test('RTE-017 RNK-001 RNK-002 RNK-013 RNK-019 RNK-035 FMT-008 the current rank: name, gem, bonus in UPT at the SELL rate, turnover in EUR', async ({
    page,
    signIn,
  }) => {
    await signIn(RUBY)
    const calls = callsOf(page)
    await openAt(page, 1280, BONUS)
    await expect(page.getByRole('heading', { level: 1, name: 'Rank bonus' })).toBeVisible()
    await expect(page).toHaveURL(/\/en\/bonuses\/rank$/)
    await expect(next(page)).toBeVisible()
    await expect(ladder(page).getByRole('table')).toBeVisible()
    const rank = current(page)
    await expect(rank.getByText('Sapphire', { exact: true })).toBeVisible()
    await expect(rank.locator('svg.rank-gem').first()).toBeVisible()
    await expect(rank.getByText('Rank 6 of 12', { exact: true })).toBeVisible()
    await expect(rank.getByRole('img', { name: 'Sapphire, Rank 6 of 12' })).toBeVisible()
    // 1,000 EUR at 2 UPT for each.
    await expect(rank.getByRole('definition').nth(0)).toHaveText('2,000.00 UPT')
    await expect(rank.getByRole('definition').nth(1)).toHaveText('102,000.00 EUR')
    await expect(rank.getByRole('definition').nth(2)).toHaveText('92,000.00 EUR')

    await expect(page.getByText('1 EUR = 2.0000 UPT')).toBeVisible()
    const paths = calls.map(({ pathname }) => pathname)
    expect(paths).toContain('/v1/bonus/turnover/rang')
    expect(paths).toContain('/v1/bonus/turnover/rangs/all')
    expect(paths.filter((path) => path.startsWith('/v1/rang/'))).toEqual([])
    const rates = calls.filter(({ pathname }) => pathname === '/v1/exchange/current-rate')
    expect(rates.map(({ search }) => search)).toEqual(['?from=EUR&to=UPT&rateType=SELL'])
  })

  test('RNK-003 RNK-004 RNK-006 RNK-013 the next rank: name, required turnover in EUR, progress, and what of each leg counts', async ({
    page,
    signIn,
  }) => {
    await signIn(RUBY)
    await openAt(page, 1280, BONUS)
    const rank = next(page)
    await expect(rank.getByText('Ruby', { exact: true })).toBeVisible()
    await expect(rank.getByText('Bonus 5,000.00 UPT')).toBeVisible()
    await expect(rank.getByText('92,000.00 EUR counts toward 100,000.00 EUR')).toBeVisible()
    await expect(rank.getByText('8,000.00 EUR to go')).toBeVisible()
    const bar = rank.getByRole('img', { name: '92% of the turnover for Ruby' })
    await expect(bar).toBeVisible()
    const full = (await bar.boundingBox())!.width
    const parts = await bar.locator('i').evaluateAll((all) => all.map((i) => i.clientWidth))
    expect(parts.map((part) => Math.round((part / full) * 100))).toEqual([50, 30, 12])

    const note = rank.getByText(/^For Ruby,/)
    await expect(note).toContainText('50,000.00 EUR')
    await expect(note).toContainText('30,000.00 EUR')
    await expect(note).toContainText('20,000.00 EUR')

    const legs = rank.getByRole('listitem')
    await expect(legs).toHaveCount(3)
    await expect(legs.nth(0)).toContainText('Grace HopperLeg 1')
    await expect(legs.nth(0)).toContainText('50,000.00 EUR')
    await expect(legs.nth(0)).toContainText('of 60,000.00 EUR total')
    await expect(legs.nth(0).locator('.hatch')).toBeVisible()
    await expect(legs.nth(1)).toContainText('cap 30,000.00 EUR')
    await expect(legs.nth(1).locator('.hatch')).toHaveCount(0)
    await expect(legs.nth(2)).toContainText('12,000.00 EUR')
    await expect(legs.nth(2)).toContainText('2 legs')
  })

  test('RNK-008 RNK-009 on desktop all ranks are one table, on a tablet each has its own', async ({
    page,
    signIn,
  }) => {
    await signIn(RUBY)
    await openAt(page, 1280, BONUS)
    await expect(ladder(page).getByRole('table')).toHaveCount(1)
    await expect(ladder(page).getByRole('row')).toHaveCount(13)
    await expect(ladder(page).getByRole('list')).toHaveCount(0)

    await page.setViewportSize({ width: 800, height: 900 })
    await expect(ladder(page).getByRole('table')).toHaveCount(12)
    const ruby = ladder(page).getByRole('table', { name: /^Ruby/ })
    await expect(ruby.getByRole('cell')).toHaveText([
      '100,000.00',
      '50,000.00',
      '30,000.00',
      '5,000.00',
    ])
    await expect(ruby.getByRole('columnheader')).toHaveCount(4)
    // The heads are seen once, above the columns of all tables.
    const head = (table: Locator) => table.getByRole('columnheader').nth(1)
    const first = ladder(page).getByRole('table').first()
    const seen = (await head(first).boundingBox())!
    const hidden = (await head(ruby).boundingBox())!
    expect(seen.height).toBeGreaterThan(15)
    expect(hidden.height).toBeLessThan(2)
    expect([hidden.x, hidden.width]).toEqual([seen.x, seen.width])
    await expect(head(ruby)).toHaveText('Strongest leg counts up to, EUR')
  })

  test('RNK-007 RNK-010 RNK-031 RNK-032 RNK-033 each rank with turnover, two line turnovers and bonus; on a phone a list', async ({
    page,
    signIn,
  }) => {
    await signIn(RUBY)
    await openAt(page, 1280, BONUS)
    await expect(ladder(page).getByRole('columnheader').allTextContents()).resolves.toEqual([
      'Rank',
      'Team turnover, EUR',
      'Strongest leg counts up to, EUR',
      'Second leg counts up to, EUR',
      'Bonus, UPT',
      'Status',
    ])
    const cells = (rank: string) => rowOf(page, rank).getByRole('cell').allTextContents()
    expect(await cells('Ruby')).toEqual([
      '100,000.00',
      '50,000.00',
      '30,000.00',
      '5,000.00',
      'Next',
    ])
    expect(await cells('Free')).toEqual(['–', '–', '–', '–', 'Reached'])
    expect(await cells('Amber')).toEqual(['1,000.00', '–', '–', '–', 'Reached'])
    expect(await cells('Crown Diamond')).toEqual([
      '5,000,000.00',
      '2,500,000.00',
      '1,500,000.00',
      '250,000.00',
      '',
    ])
    await expect(ladder(page).locator('tbody svg.rank-gem')).toHaveCount(12)
    await expect(rowOf(page, 'Sapphire')).toHaveAttribute('aria-current', 'true')
    await expect(rowOf(page, 'Sapphire')).toContainText('Current')

    await page.setViewportSize({ width: 400, height: 900 })
    await expect(ladder(page).getByRole('table')).toHaveCount(0)
    const items = ladder(page).getByRole('listitem')
    await expect(items).toHaveCount(12)
    const item = (name: string) => items.filter({ has: page.getByText(name, { exact: true }) })
    const lines = (name: string) => item(name).locator('p')
    await expect(item('Ruby')).toContainText('Turnover 100,000.00 EUR')
    await expect(item('Ruby')).toContainText('5,000.00 UPT')
    await expect(lines('Ruby')).toHaveText(
      'Strongest leg up to 50,000.00 EUR, second up to 30,000.00 EUR',
    )
    await expect(lines('Jade')).toContainText('up to 2,500.00 EUR')
    await expect(lines('Free')).toHaveText('–')
    await expect(lines('Amber')).toHaveText('–')
  })
})

test.describe('the my-rank page', () => {
  test('RTE-008 RNK-016 RNK-017 RNK-018 shows the same for the ordinary ladder, without any bonus or rate', async ({
    page,
    signIn,
  }) => {
    await signIn(RUBY)
    const calls = callsOf(page)
    await openAt(page, 1280, ORDINARY)
    await expect(page.getByRole('heading', { level: 1, name: 'Rank' })).toBeVisible()
    await expect(page).toHaveURL(/\/en\/my-rank$/)
    await expect(current(page).getByText('Sapphire', { exact: true })).toBeVisible()
    await expect(next(page).getByText('Ruby', { exact: true })).toBeVisible()
    await expect(next(page).getByText('8,000.00 EUR to go')).toBeVisible()
    await expect(rowOf(page, 'Ruby').getByRole('cell')).toHaveText([
      '100,000.00',
      '50,000.00',
      '30,000.00',
      'Next',
    ])
    await expect(page.getByRole('main').getByText(/bonus|UPT/i)).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    const paths = calls.map(({ pathname }) => pathname)
    expect(paths).toContain('/v1/rang/current')
    expect(paths).toContain('/v1/rang/all')
    expect(paths).not.toContain('/v1/bonus/turnover/rangs/all')
    expect(paths).not.toContain('/v1/exchange/current-rate')
    for (const [width, tables] of [
      [800, 12],
      [400, 0],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect(ladder(page).getByRole('table')).toHaveCount(tables)
      await expect(ladder(page).getByText('Crown Diamond')).toBeVisible()
      await expect(page.getByRole('main').getByText(/bonus|UPT/i)).toHaveCount(0)
    }
  })
})

test.describe('the 50% rule', () => {
  test('RNK-005 RNK-011 RNK-012 is enabled as soon as one partner is qualified, and disabled with a reason before', async ({
    page,
    signIn,
  }) => {
    await signIn(ONE_QUALIFIED)
    await openAt(page, 1280, BONUS)
    await expect(rule(page)).not.toHaveAttribute('aria-disabled')
    await rule(page).click()
    const restricted = page.getByRole('dialog').getByRole('table').nth(0)
    await expect(restricted.locator('tbody tr')).toHaveCount(1)
    await expect(restricted).toContainText('40,000.00')
    await expect(restricted).toContainText('30,000.00')

    type Status = { readonly topPartners: readonly object[] }
    await changeCall<Status>(page, '/v1/bonus/turnover/rang', ({ topPartners, ...status }) => ({
      ...status,
      topPartners: topPartners.map((partner) => ({ ...partner, qualified: false })),
    }))
    await page.reload()
    await expect(rule(page)).toHaveAttribute('aria-disabled', 'true')
    await expect(rule(page)).toHaveAccessibleDescription(
      'No leg has reached its cap yet. Everything counts.',
    )
    await rule(page).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectAccessible(page)
  })

  test('RNK-014 RNK-015 the sum, the restricted partners, and the others; from the dashboard, too; on phones a sheet', async ({
    page,
    signIn,
  }) => {
    await signIn(RUBY)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/en/dashboard')
    await region(page, 'Current rank').getByRole('button', { name: '50% rule' }).click()
    const dialog = page.getByRole('dialog', { name: '50% rule for Ruby' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Rank bonus' }).first().click()
    await rule(page).click()
    await expect(dialog.getByRole('definition')).toHaveText([
      '102,000.00 EUR',
      '10,000.00 EUR',
      '92,000.00 EUR',
    ])
    await expect(
      dialog.getByText('Target 100,000.00 EUR. Caps: 50% for leg 1, 30% for leg 2.'),
    ).toBeVisible()
    const rows = (at: number) => dialog.getByRole('table').nth(at).locator('tbody tr')
    await expect(dialog.getByRole('table').nth(0)).toHaveAccessibleName('Restricted by the rule')
    await expect(rows(0)).toHaveText([
      /Grace Hopper.*Leg 1, at most 50%.*60\.0%.*60,000\.00.*50,000\.00/,
      /Katherine Johnson.*Leg 2, at most 30%.*30\.0%.*30,000\.00.*30,000\.00/,
    ])
    await expect(rows(0).locator('.avatar')).toHaveCount(2)
    await expect(rows(1)).toHaveText([
      /Mary Jackson.*8\.0%.*8,000\.00.*8,000\.00/,
      /Dorothy Vaughan.*4\.0%.*4,000\.00.*4,000\.00/,
    ])
    await expectAccessible(page)
    for (const width of [400, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(dialog.getByRole('list', { name: 'Restricted by the rule' })).toContainText(
        'Grace HopperLeg 1, at most 50%',
      )
      await expect(dialog.getByRole('table')).toHaveCount(0)
      const box = (await dialog.boundingBox())!
      expect([box.x, Math.round(box.width), Math.round(box.y + box.height)]).toEqual([
        0,
        width,
        900,
      ])
      await expectNoHorizontalScroll(page)
    }
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(rule(page)).toBeFocused()
  })
})

test.describe('states', () => {
  test('RNK-040 each failed call shows an error in its place, with a retry', async ({
    page,
    signIn,
  }) => {
    await signIn(RUBY)
    const repairStatus = await failCall(page, '/v1/bonus/turnover/rang', { code: 'not_found' })
    const repairRanks = await failCall(page, '/v1/bonus/turnover/rangs/all', { code: 'not_found' })
    await page.goto(BONUS)
    for (const widget of [current(page), next(page), ladder(page)]) {
      await expect(widget.getByText(COULD_NOT)).toBeVisible()
    }
    await expectAccessible(page)
    await repairRanks()
    await ladder(page).getByRole('button', { name: 'Retry' }).click()
    await expect(rowOf(page, 'Ruby')).toBeVisible()
    await repairStatus()
    await next(page).getByRole('button', { name: 'Retry' }).click()
    await expect(current(page).getByText('Sapphire', { exact: true })).toBeVisible()
    await expect(page.getByText(COULD_NOT)).toHaveCount(0)

    await failCall(page, '/v1/rang/*', { code: 'internal_server_error', status: 500 })
    await page.goto(ORDINARY)
    await expect(page.getByText(COULD_NOT)).toHaveCount(3)
  })

  test('does not jump while it loads', async ({ page, signIn }) => {
    await signIn(RUBY)
    for (const width of [400, 800, 1280]) {
      const goStatus = await slowCall(page, '/v1/bonus/turnover/rang')
      const goRanks = await slowCall(page, '/v1/bonus/turnover/rangs/all')
      await page.setViewportSize({ width, height: 900 })
      await page.goto(BONUS)
      await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(3)
      await goRanks()
      await goStatus()
      await expect(ladder(page).getByText('Crown Diamond')).toBeVisible()
      await expect(next(page).getByText(/counts toward/)).toBeVisible()
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    }
  })
})
