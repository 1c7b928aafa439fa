import type { BonusTransaction } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { dateField, expectDate, typeDate } from './dates.ts'
import { answerCall, failCall, slowCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { as, officeAddress } from './http.ts'
import { COULD_NOT, expectAccessible, expectNoHorizontalScroll } from './page-checks.ts'
import { AGE, instantShown } from './shown.ts'

const HISTORY = '/en/transactions/bonuses'
const CALL = '/v1/bonus/history'

/** A direct order of 1,000 EUR, and one of 300 EUR two lines below. */
const TWO_LINES = {
  active: true,
  legs: [
    {
      name: 'Grace Hopper',
      active: true,
      turnover: '1000.00',
      below: [{ name: 'Mary Jackson', turnover: '300.00' }],
    },
  ],
} as const

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const cells = (page: Page, text: string) => row(page, text).getByRole('cell')

async function openAt(page: Page, width: number, address = HISTORY): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Bonus history' })).toBeVisible()
}

/** The query of the next history call. */
async function asked(page: Page, act: () => Promise<unknown>): Promise<Record<string, string>> {
  const waiting = page.waitForRequest(
    (request) => request.method() === 'GET' && new URL(request.url()).pathname === CALL,
  )
  await act()
  return Object.fromEntries(new URL((await waiting).url()).searchParams)
}

const DAY = 86_400_000
const daysAgo = (days: number): string =>
  new Date(Date.now() - days * DAY).toISOString().slice(0, 10)

const POOL: BonusTransaction = {
  id: 71,
  orderId: 0,
  paidAt: Date.now() - 5 * DAY,
  referralFirstName: null,
  referralLastName: null,
  level: 0,
  orderAmount: '0.00',
  bonusType: 'DIAMOND_POOL',
  bonusAmount: '100.000000',
  currency: 'ULTIMA',
  bonusPeriod: Date.UTC(2026, 8),
  recordId: 71,
  reason: null,
}

test.describe('the bonus history', () => {
  test('RTE-014 TRX-006 TRX-007 TRX-008 TRX-009 TRX-010 TRX-011 TRX-017 TRX-018 TRX-019 FMT-009 the newest 20, each with the order, the buyer and the amount', async ({
    page,
    signIn,
  }) => {
    const partner = await signIn(TWO_LINES)
    const { content } = (await as(partner)('GET', officeAddress(CALL))) as {
      content: BonusTransaction[]
    }
    const direct = content.find(({ orderAmount }) => orderAmount === '1000.00')!
    expect(await asked(page, () => openAt(page, 1280))).toEqual({
      size: '20',
      page: '0',
      sort: 'paidAt|desc',
    })
    await expect(cells(page, '1,000.00')).toHaveText([
      new RegExp(String.raw`^${AGE} \d\d\.\d\d\.\d{4} \d\d:\d\d UTC$`),
      'Direct',
      'Grace Hopper',
      '1',
      String(direct.orderId),
      '1,000.00',
      '+800.00000000 UPT',
    ])
    await expect(cells(page, 'Mary Jackson').nth(1)).toHaveText('Team')
    // A name of another script keeps its direction within the row.
    await expect(page.getByText('Mary Jackson', { exact: true })).toHaveCSS(
      'unicode-bidi',
      'isolate',
    )
    await expect(cells(page, 'Mary Jackson').nth(3)).toHaveText('2')
    await expect(row(page, '1,000.00').locator('time')).toHaveAttribute(
      'title',
      instantShown(direct.paidAt),
    )
  })

  test('TRX-006 TRX-012 TRX-015 TRX-040 FMT-013 empty before the first order; it fails as a whole; a record without an order has its ULTIMA amount and its value', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await openAt(page, 1280)
    await expect(page.getByText('No bonuses yet')).toBeVisible()
    const restore = await failCall(page, CALL, { code: 'not_found' })
    await page.reload()
    await expect(page.getByText(COULD_NOT)).toBeVisible()
    await restore()
    await answerCall(page, CALL, { content: [POOL], number: 0, totalPages: 1 })
    await answerCall(page, '/v1/exchange/current-rate', {
      from: 'ULTIMA',
      to: 'EUR',
      rate: '1.5',
      rateType: 'SELL',
      updatedAt: 0,
    })
    await page.getByRole('button', { name: 'Retry' }).click()
    const pool = cells(page, 'Diamond pools')
    await expect(pool.nth(2)).toHaveText('–')
    await expect(pool.nth(3)).toHaveText('–')
    await expect(pool.nth(4)).toHaveText('–')
    await expect(pool.nth(5)).toHaveText('–')
    await expect(pool.nth(6)).toContainText('+100.000000 ULTIMA')
    await expect(pool.nth(6)).toContainText('about 150.00 EUR')
  })

  test('TRX-002 TRX-003 TRX-004 TRX-013 TRX-019 TRX-039 filters by kind and level; the date reverses the sort, and the list restarts', async ({
    page,
    signIn,
  }) => {
    await signIn(TWO_LINES)
    await openAt(page, 1280)
    await expect(row(page, 'Mary Jackson')).toBeVisible()
    const head = page.getByRole('columnheader', { name: 'Date, UTC' })
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    const answer = await slowCall(page, CALL)
    const { sort, page: first } = await asked(page, () => head.getByRole('button').click())
    expect([sort, first]).toEqual(['paidAt|asc', '0'])
    await expect(row(page, 'Grace Hopper')).toHaveCount(0)
    await answer()
    await expect(row(page, 'Mary Jackson')).toBeVisible()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')

    const kind = page.getByLabel('Bonus', { exact: true })
    await expect(kind.getByRole('option')).toHaveText([
      'All bonuses',
      'Direct',
      'Team',
      'Rank',
      'Infinity',
    ])
    const types = ['DIRECT', 'TURNOVER', 'UCHAIN_INFINITY', 'TEAM']
    for (const type of types) {
      const { bonusTypes } = await asked(page, () => kind.selectOption(type))
      expect(bonusTypes).toBe(type)
    }
    await expect(row(page, 'Mary Jackson')).toBeVisible()
    await expect(row(page, '1,000.00')).toHaveCount(0)
    const level = page.getByLabel('Level')
    await expect(level.getByRole('option')).toHaveText(['All levels', ...'123456'])
    const both = await asked(page, () => level.selectOption('3'))
    expect(both).toMatchObject({ bonusTypes: 'TEAM', level: '3', page: '0' })
    await expect(page.getByText('No bonuses match')).toBeVisible()
    await expect(page).toHaveURL(/kind=TEAM&level=3/)
  })

  test('TRX-001 TRX-014 TRX-015 filters by days; clearing the filters shows all rows; an end before the start is an error', async ({
    page,
    signIn,
  }) => {
    await signIn(TWO_LINES)
    await openAt(page, 1280)
    const [first, last] = [dateField(page, 'From'), dateField(page, 'To')]
    const from = await asked(page, () => typeDate(first, daysAgo(3)))
    expect(from['dateFrom']).toBe(daysAgo(3))
    await expect(row(page, 'Mary Jackson')).toBeVisible()
    const to = await asked(page, () => typeDate(last, daysAgo(2)))
    expect(to['dateTo']).toBe(daysAgo(2))
    await expect(page.getByText('No bonuses match')).toBeVisible()

    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await page.goBack()
    await expectDate(first, daysAgo(3))
    await page.reload()
    await expectDate(last, daysAgo(2))
    await expect(page.getByText('No bonuses match')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await expect(row(page, 'Mary Jackson')).toBeVisible()
    await expectDate(first, '')
    await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0)

    await typeDate(last, daysAgo(3))
    await typeDate(first, daysAgo(2))
    await expect(last).toHaveAccessibleDescription('“To” must not be before “From”')
    expect((await last.boundingBox())!.y).toBe((await first.boundingBox())!.y)
    await expectAccessible(page)
    await typeDate(last, daysAgo(2))
    await expect(last).toHaveAccessibleDescription('')
  })

  test('TRX-016 TRX-039 TRX-040 more rows load; a failure keeps the loaded rows', async ({
    page,
    signIn,
  }) => {
    await signIn({ active: true, legs: Array.from({ length: 23 }, () => ({ turnover: '10.00' })) })
    await openAt(page, 1280)
    const rows = page.getByRole('table').locator('tbody tr')
    await expect(rows).toHaveCount(20)
    const restore = await failCall(page, CALL, { code: 'internal_server_error', status: 500 })
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.getByRole('alert').filter({ hasText: COULD_NOT })).toBeVisible()
    await expect(rows).toHaveCount(20)
    await restore()
    const next = await asked(page, () => page.getByRole('button', { name: 'Retry' }).click())
    expect(next['page']).toBe('1')
    await expect(rows).toHaveCount(23)
    await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
    const again = await asked(page, () => page.getByLabel('Level').selectOption('1'))
    expect(again['page']).toBe('0')
    await expect(rows).toHaveCount(20)
  })

  test('TRX-005 on a phone: a list, filters behind a button, and the order', async ({
    page,
    signIn,
  }) => {
    await signIn(TWO_LINES)
    await openAt(page, 400)
    const item = page.getByRole('listitem').filter({ hasText: 'Mary Jackson' })
    await expect(item).toContainText('Order of 300.00 EUR')
    await expectNoHorizontalScroll(page)
    const { sort } = await asked(page, () =>
      page.getByRole('button', { name: 'Newest first' }).click(),
    )
    expect(sort).toBe('paidAt|asc')
    await expect(page.getByRole('button', { name: 'Oldest first' })).toBeVisible()
    await page.getByRole('button', { name: 'Filters' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByLabel('Bonus').selectOption('DIRECT')
    await sheet.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(sheet).toHaveCount(0)
    await expect(item).toHaveCount(0)
  })

  test('at tablet width, dark and from right to left', async ({ page, signIn }) => {
    await signIn({ ...TWO_LINES, language: 'ar' })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 800, height: 900 })
    await page.goto('/ar/transactions/bonuses')
    await expect(page.getByText('Mary Jackson')).toBeVisible()
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
  })
})
