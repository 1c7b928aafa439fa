import type { BonusTransaction, TurboRecord } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { openBackPage } from './drawn-pages.ts'
import { answerCall, failCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { as, officeAddress } from './http.ts'
import { thisMonth } from './months.ts'
import { expectAccessible } from './page-checks.ts'
import { amountShown, dayShown } from './shown.ts'
import { expectCells } from './tables.ts'

/** Diamond, with a month that reaches the checkpoints of that rank. */
const DIAMOND = {
  active: true,
  legs: ['250000.00', '150000.00', '100000.00'].map((turnover) => ({ turnover, active: true })),
}

const region = (page: Page, name: string) => page.getByRole('region', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** The queries of some calls, once all of them are made. */
async function asked(
  page: Page,
  paths: readonly string[],
  act: () => Promise<unknown>,
): Promise<URLSearchParams[]> {
  const calls = paths.map((path) =>
    page.waitForRequest(
      (request) => request.method() === 'GET' && new URL(request.url()).pathname === path,
    ),
  )
  await act()
  return (await Promise.all(calls)).map((request) => new URL(request.url()).searchParams)
}

/** The page of a programme shows its month, and has asked for that month. */
async function expectMonth(
  page: Page,
  [title, call, parameter]: readonly [string, string, string],
  act: () => Promise<unknown>,
): Promise<void> {
  const [record, rows] = await asked(
    page,
    [`/v1/bonus/${call}`, `/v1/bonus/${call}/requirements`],
    act,
  )
  expect(record!.get(parameter)).toBe(String(thisMonth()))
  expect(rows!.get('timestamp')).toBe(String(thisMonth()))
  await expect(heading(page, title)).toBeVisible()
  await expect(region(page, 'Your amount in this period')).toBeVisible()
  await expect(
    region(page, 'Requirements').getByRole('table').getByRole('row').nth(1),
  ).toBeVisible()
}

const states = (page: Page) =>
  page.locator('[aria-labelledby="programmes"]').getByRole('listitem').locator('.chip')

test.describe('the programme pages', () => {
  test('XBO-001 diamond: the month and its requests, the reached checkpoint and its bonus, the 50 % rule', async ({
    page,
    signIn,
  }) => {
    const partner = await signIn(DIAMOND)
    const { bonusAmounts } = (await as(partner)('GET', officeAddress('/v1/bonus/diamond'))) as {
      bonusAmounts: Record<string, string>
    }
    expect(Number(bonusAmounts['UPT'])).toBeGreaterThan(0)
    await expectMonth(page, ['Diamond bonus', 'diamond', 'bonusPeriod'], () =>
      page.goto('/en/bonuses/diamond'),
    )
    const rows = region(page, 'Requirements').getByRole('row')
    await expect(rows.nth(1)).toContainText('Diamond')
    await expect(rows.nth(1)).toContainText('Reached')
    await expect(rows.last()).toContainText('Rank not reached')
    await expect(region(page, 'Your amount in this period')).toContainText('Not final')
    await expect(region(page, 'Your amount in this period')).toContainText(
      `${amountShown(bonusAmounts['UPT']!)} UPT`,
    )
    // Of 500,150 EUR count 25,000 of the first leg, 15,000 of the second and all of the third.
    const next = region(page, 'Highest checkpoint')
    await expect(next).toContainText('140,050.00 EUR counts toward 50,000.00 EUR')
    const legs = page.getByRole('list', { name: 'Strongest legs' }).getByRole('listitem')
    await expect(legs.nth(0)).toContainText('25,000.00 EURof 250,050.00 EUR total')
    await expect(legs.nth(0).getByRole('img')).toHaveAttribute('aria-label', /cap 25,000\.00\sEUR$/)
    await expect(legs.nth(2)).toContainText('100,050.00 EURno cap')
    await expect(next.getByRole('definition')).toHaveText([
      '250,050.00 EUR',
      '150,050.00 EUR',
      '100,050.00 EUR',
      '500,150.00 EUR',
      '−360,100.00 EUR',
      '140,050.00 EUR',
    ])
    await next.getByRole('button', { name: 'Table' }).click()
    await expectCells(next.getByRole('row').last(), [['Total', '500,150.00', '140,050.00']])

    await page.getByRole('button', { name: '50% rule' }).click()
    const dialog = page.getByRole('dialog', { name: '50% rule for Diamond bonus' })
    await expect(dialog).toContainText('Target 50,000.00 EUR.')
    await expect(
      dialog.getByRole('table', { name: 'Restricted by the rule' }).getByRole('row'),
    ).toHaveCount(3)
    await expect(
      dialog.getByRole('table', { name: 'Counted in full' }).getByRole('row').nth(1),
    ).toContainText('100,050.00')
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    const timer = page.getByRole('main').getByRole('timer')
    const before = await timer.innerText()
    await expect.poll(() => timer.innerText()).not.toBe(before)
    await page.getByRole('button', { name: 'Older month' }).click()
    await expect(page).toHaveURL(/month=/)
    await expect(timer).toHaveCount(0)
  })

  test('XBO-002 XBO-004 XBO-007 pools, winner and BSP: the month and its requests; the overview shows the progress', async ({
    page,
    signIn,
  }) => {
    await signIn(DIAMOND)
    await page.goto('/en/bonuses')
    await expect(states(page)).toHaveText([
      'Reached 1 of 1',
      'Reached 1 of 1',
      'Reached 3 of 3',
      'Reached 3 of 3',
      'Reached 3 of 3',
      'Reached 5 of 5',
    ])
    // A new document: the overview has made the calls of each programme.
    await expectMonth(page, ['Diamond pools', 'diamond-pools', 'poolsStartedAt'], () =>
      page.goto('/en/bonuses/diamond-pools'),
    )
    for (const pool of ['Pool 1', 'Pool 2', 'Pool 3']) {
      await expect(region(page, 'The pools')).toContainText(pool)
    }
    await expect(region(page, 'The pools')).toContainText(/\d[.,]\d{6} ULTIMA/)
    for (const [call, title] of [
      ['winner', 'Winner bonus'],
      ['bsp', 'BSP bonus'],
    ] as const) {
      await expectMonth(page, [title, call, 'bonusPeriod'], () =>
        openBackPage(page, `/en/bonuses/${call}`),
      )
    }
  })

  test('a programme of one leg shows neither legs nor caps; a failure can be retried', async ({
    page,
    signIn,
  }) => {
    await signIn({ legs: [{ turnover: '4300.00' }] })
    const restore = await failCall(page, '/v1/bonus/winner', { code: 'validation_error' })
    await page.goto('/en/bonuses/winner')
    await expect(page.getByText('Data could not be loaded. Please try again later.')).toBeVisible()
    await restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(region(page, 'Next checkpoint')).toContainText(
      '4,300.00 EUR counts toward 6,000.00 EUR',
    )
    await expect(region(page, 'Status')).toContainText('At the next checkpoint: 250.000000 WIN')
    await expect(region(page, 'Requirements')).toContainText('1,700.00 EUR to go')
    await expect(page.getByRole('button', { name: '50% rule' })).toHaveCount(0)
    await expect(page.getByRole('list', { name: 'Strongest legs' })).toHaveCount(0)
    await expect(region(page, 'Next checkpoint').getByRole('definition')).toHaveText([
      '4,300.00 EUR',
      '0.00 EUR',
      '4,300.00 EUR',
    ])
  })

  test('a booking opens its explanation; bookings that fail to load can be retried', async ({
    page,
    signIn,
  }) => {
    const partner = await signIn({ legs: [{ name: 'Grace Hopper', turnover: '100.00' }] })
    const history = '/v1/bonus/history'
    const { content } = (await as(partner)('GET', officeAddress(history))) as {
      content: { id: number; paidAt: number }[]
    }
    const restore = await failCall(page, history, { code: 'validation_error' })
    const [question] = await asked(page, [history], () => page.goto('/en/bonuses/bsp'))
    expect(question!.get('bonusTypes')).toBe('BSP')
    const own = region(page, 'Your amounts')
    await expect(own.getByRole('alert')).toBeVisible()
    await restore()
    // No month is closed in this run: a booking of another kind stands in, as for September.
    const bonusPeriod = Date.UTC(2026, 8)
    const booked = { content: [{ ...content[0], bonusPeriod }], number: 0, totalPages: 1 }
    await answerCall(page, history, booked)
    await own.getByRole('button', { name: 'Retry' }).click()
    const [year, month, date] = new Date(content[0]!.paidAt).toISOString().slice(0, 10).split('-')
    const day = `${date}.${month}.${year}`
    await expect(own).toContainText(`September 2026Paid ${day}`)
    await own.getByRole('button').click()
    const panel = page.getByRole('dialog', { name: 'How this amount was calculated' })
    await expect(panel).toContainText('Grace Hopper')
    await expect(page).toHaveURL(new RegExp(`why=${content[0]!.id}$`))
    await page.keyboard.press('Escape')
    await expect(own.getByRole('button')).toBeFocused()
  })

  test('XBO-005 XBO-006 lifestyle: the month and its requests, the turnover that counts toward each row, the paid months', async ({
    page,
    signIn,
  }) => {
    await signIn(DIAMOND)
    await expectMonth(page, ['Lifestyle bonus', 'lifestyle', 'bonusPeriod'], () =>
      page.goto('/en/bonuses/lifestyle'),
    )
    // Of 500,150 EUR count 37,500 of the first leg, 22,500 of the second and all of the third.
    await expect(region(page, 'Next amount')).toContainText(
      '160,050.00 EUR counts toward 75,000.00 EUR',
    )
    await expect(region(page, 'Next amount')).toContainText('85,050.00 EUR above the target')
    await expect(region(page, 'Your amount in this period')).toContainText(/Reached.*Not final/)
    const rows = region(page, 'Requirements').getByRole('row')
    // 800 EUR at 2 UPT for each.
    await expect(region(page, 'Your amount in this period')).toContainText(
      'At today’s rate: 1,600.00000000 UPT.',
    )
    await expect(rows.nth(1)).toContainText('100%116,050.00')
    await expect(rows.nth(5)).toContainText('100%340,050.00')
    await expect(rows.nth(6)).toContainText('83%500,150.00')
    await page.getByRole('button', { name: '50% rule' }).click()
    const dialog = page.getByRole('dialog', { name: '50% rule for Lifestyle bonus' })
    await expect(dialog).toContainText('Target 75,000.00 EUR.')
    await expect(dialog.getByRole('table').first().getByRole('row')).toHaveCount(3)
    await page.keyboard.press('Escape')

    const month = { rang: 'RUBY', amount: '200.00', currency: 'EUR' }
    const paidAt = Date.UTC(2026, 10, 1, 0, 10)
    await answerCall(page, '/v1/bonus/lifestyle/history', {
      content: [{ ...month, bonusPeriod: Date.UTC(2026, 9), paidAt }],
      number: 0,
      totalPages: 1,
    })
    const record = {
      id: 7,
      orderId: 0,
      paidAt,
      referralFirstName: null,
      referralLastName: null,
      level: 0,
      orderAmount: '0.00',
      bonusType: 'LIFESTYLE',
      bonusAmount: '200.00',
      currency: 'EUR',
      bonusPeriod: Date.UTC(2026, 9),
      recordId: null,
      reason: null,
    } satisfies BonusTransaction
    await answerCall(page, '/v1/bonus/history', { content: [record], number: 0, totalPages: 1 })
    const [question] = await asked(page, ['/v1/bonus/lifestyle/history'], () =>
      page.getByRole('tab', { name: 'History' }).click(),
    )
    expect(question!.get('page')).toBe('0')
    expect(question!.get('size')).toBe('15')
    const item = page.getByRole('tabpanel').getByRole('listitem')
    await expect(item).toContainText('October 2026')
    await expect(item).toContainText('Ruby')
    await expect(item).toContainText('200.00 EUR')
    await expect(item).toContainText('Paid 01.11.2026')
    await expectAccessible(page)
    await item.getByRole('button', { name: '200.00 EUR' }).click()
    await expect(page).toHaveURL(/tab=history&why=7$/)
  })

  test('XBO-008 turbo: windows of 30 days from that of the registration on', async ({
    page,
    signIn,
  }) => {
    const partner = await signIn(DIAMOND)
    const turbo = (await as(partner)('GET', officeAddress('/v1/bonus/cycled-turbo'))) as TurboRecord
    const [record, rows] = await asked(
      page,
      ['/v1/bonus/cycled-turbo', '/v1/bonus/cycled-turbo/requirements'],
      () => page.goto('/en/bonuses/turbo'),
    )
    expect(record!.get('bonusPeriod')).toBeNull()
    expect(rows!.get('timestamp')).toBe(String(turbo.windowStart))
    await expect(heading(page, 'Turbo bonus')).toBeVisible()
    await expect(region(page, 'The window ends in').getByRole('timer')).toContainText('days')
    await expect(region(page, 'Your amount in this period')).toContainText(
      `${dayShown(turbo.windowStart)} to ${dayShown(turbo.windowEnd - 1)}`,
    )
    const older = page.getByRole('button', { name: 'Earlier window' })
    const later = page.getByRole('button', { name: 'Later window' })
    await expect(later).toBeDisabled()
    const before = await asked(page, ['/v1/bonus/cycled-turbo'], () => older.click())
    expect(before[0]!.get('bonusPeriod')).toBe(String(turbo.windowStart - 1))
    await expect(page).toHaveURL(/at=/)
    await expect(later).toBeEnabled()
    await expect(page.getByRole('main').getByRole('timer')).toHaveCount(0)
    await expectAccessible(page)
    // Registered 90 days ago: three windows are over.
    for (let over = 1; over < 3; over += 1) {
      await older.click()
      await expect(later).toBeEnabled()
    }
    await expect(older).toBeDisabled()
    // An instant before the registration.
    await page.goto(`/en/bonuses/turbo?at=${Date.UTC(2024, 5)}`)
    await expect(region(page, 'The window ends in')).toBeVisible()
  })

  test('the overview shows where each starts, what is loading, and what failed to load, and leads to each', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await failCall(page, '/v1/bonus/bsp', { code: 'validation_error' })
    await page.goto('/en/bonuses')
    await expect(states(page)).toHaveText([
      'From Diamond',
      'From Diamond',
      'In progress',
      'From Ruby',
      'Not loaded',
      /^\d+ days left$/,
    ])
    await expectAccessible(page)
    const links = region(page, 'Monthly programmes').getByRole('link')
    await expect(links).toHaveCount(6)
    await links.first().click()
    await expect(heading(page, 'Diamond bonus')).toBeVisible()
    await expect(region(page, 'Status')).toContainText('Not enabled')
    await expect(region(page, 'Status')).toContainText('This bonus starts at rank Diamond.')
    await expect(region(page, 'Next checkpoint')).toHaveCount(0)
  })

  test('the name of a checkpoint near the start of the bar stays in its card', async ({
    page,
    signIn,
  }) => {
    await signIn(DIAMOND)
    await page.setViewportSize({ width: 400, height: 900 })
    for (const language of ['en', 'ar']) {
      await page.goto(`/${language}/bonuses/winner`)
      const card = await page.locator('[aria-labelledby="next-checkpoint"]').boundingBox()
      const name = await page.locator('.mark .digits').boundingBox()
      expect(name!.x).toBeGreaterThan(card!.x)
      expect(name!.x + name!.width).toBeLessThan(card!.x + card!.width)
    }
  })
})
