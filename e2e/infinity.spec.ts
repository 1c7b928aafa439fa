import type { BonusRecord, InfinityAccrual } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { pathOf, recordCalls } from './calls.ts'
import { answerCall, failCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { as, officeAddress } from './http.ts'
import { lastMonth, thisMonth } from './months.ts'
import { COULD_NOT, expectAccessible, expectNoHorizontalScroll } from './page-checks.ts'
import type { Partner } from './partners.ts'
import { AGE, amountShown, instantShown } from './shown.ts'
import { expectCells } from './tables.ts'

const BONUS = '/en/bonuses/infinity/bonus'
const HISTORY = '/en/bonuses/infinity/history'
const RECORD = '/v1/bonus/infinity'
const REQUIREMENTS = '/v1/bonus/infinity/requirements'
const ACCRUALS = '/v1/bonus/infinity/history'
const PAGE = 20

/** Sapphire, whose target of 5,000 EUR is met: 2,500 and 1,500 of the first legs count, and the other legs in full. */
const MET = {
  name: 'Ada Lovelace',
  active: true,
  legs: [
    { name: 'Grace Hopper', turnover: '60000.00' },
    { name: 'Katherine Johnson', turnover: '30000.00' },
    { name: 'Mary Jackson', turnover: '8000.00' },
    { name: 'Dorothy Vaughan', turnover: '4000.00' },
  ],
} as const

const nameOf = (month: number) =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(month)

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const months = (page: Page) => page.getByRole('combobox', { name: 'Month' })

async function open(page: Page, address: string, width = 1280): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Infinity bonus' })).toBeVisible()
}

const isoOf = (at: number): string => new Date(at).toISOString()

/** An amount with every decimal, in English format. */
const shown = (amount: string): string => amount.replaceAll(/\B(?=(\d{3})+(?=\.))/g, ',')

async function recordOf(partner: Partner): Promise<BonusRecord> {
  return (await as(partner)('GET', officeAddress(RECORD))) as BonusRecord
}

test.describe('the bonus tab', () => {
  test('RTE-019 RTE-020 RTE-021 INF-001 INF-007 INF-029 a header, a month that is requested from its start, and two tabs with addresses', async ({
    page,
    signIn,
  }) => {
    await signIn(MET)
    const calls = recordCalls(page)
    await open(page, BONUS)
    await expect(region(page, 'Status')).toBeVisible()
    const asked = (path: string) =>
      calls.filter((call) => pathOf(call) === path).map((call) => new URL(call.url()).search)
    expect(asked(RECORD)).toEqual([`?bonusPeriod=${thisMonth()}`])
    expect(asked(REQUIREMENTS)).toEqual([`?timestamp=${thisMonth()}`])
    await months(page).selectOption(nameOf(lastMonth()))
    await expect.poll(() => asked(RECORD)).toContain(`?bonusPeriod=${lastMonth()}`)
    expect(asked(REQUIREMENTS)).toContain(`?timestamp=${thisMonth() - 1}`)

    await page.goto('/en/bonuses/infinity?month=2026-10')
    await expect(page).toHaveURL(/\/en\/bonuses\/infinity\/bonus\?month=2026-10$/)
    await expect(months(page)).toBeVisible()
    await expect(page.getByRole('tab')).toHaveText(['Bonus', 'History'])
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(page).toHaveURL(/\/en\/bonuses\/infinity\/history\?month=2026-10$/)
    await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await page.getByRole('tab', { name: 'History' }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/infinity\/bonus/)
  })

  test('INF-008 INF-010 INF-011 INF-012 INF-013 INF-014 own bonuses, status, statistics and explanation; a month that is over is disabled', async ({
    page,
    signIn,
  }) => {
    const partner = await signIn(MET)
    const record = await recordOf(partner)
    const { bonusAmounts } = record
    await open(page, BONUS)
    const timer = region(page, `${nameOf(thisMonth())} ends in`).getByRole('timer')
    const before = await timer.innerText()
    const own = region(page, 'Your bonus in this month')
    // 1 % of 102,000 EUR, half of it at 2 UPT for each.
    expect(bonusAmounts['UPT']).toBe('1020.00000000')
    await expect(own).toContainText('1,020.00000000 UPT')
    await expect(own).toContainText('UCN')
    const status = region(page, 'Status')
    await expect(status).toContainText('Sapphire')
    await expect(status).toContainText('Reached')
    await expect(status).toContainText('Your share now: 1% of each order')
    const statistics = region(page, 'Monthly target')
    await expect(statistics).toContainText('16,000.00 EUR counts toward 5,000.00 EUR')
    await expect(statistics).toContainText('0.00 EUR')
    await expect(statistics.getByRole('definition')).toHaveText([
      '102,000.00 EUR',
      '0.00 EUR',
      '0.00 EUR',
      '102,000.00 EUR',
      '−86,000.00 EUR',
      '16,000.00 EUR',
    ])
    const legs = statistics.getByRole('listitem')
    await expect(legs).toHaveCount(4)
    await expect(legs.nth(0)).toContainText('Grace HopperLeg 1')
    await expect(legs.nth(0)).toContainText('2,500.00 EUR')
    await expect(legs.nth(0)).toContainText('of 60,000.00 EUR total')
    await expect(legs.nth(2)).toContainText('no cap')
    await expect(legs.nth(3)).toContainText('Other legs4,000.00 EUR')
    await statistics.getByRole('button', { name: 'Table' }).click()
    await expectCells(statistics.getByRole('row'), [
      ['Partner', 'Turnover, EUR', 'Counted, EUR'],
      ['Grace HopperLeg 1', '60,000.00', '2,500.00'],
      ['Katherine JohnsonLeg 2', '30,000.00', '1,500.00'],
      ['Mary JacksonLeg 3', '8,000.00', '8,000.00'],
      ['Dorothy VaughanLeg 4', '4,000.00', '4,000.00'],
      ['Total', '102,000.00', '16,000.00'],
    ])
    const how = region(page, 'How Infinity works')
    await expectCells(how.getByRole('row').nth(1), [[/Sapphire/, '5,000.00', '1%']])
    await expect(how.getByRole('row').nth(1)).toHaveAttribute('aria-current', 'true')
    await expect(how.getByRole('row')).toHaveCount(8)
    await expect.poll(() => timer.innerText()).not.toBe(before)

    await answerCall(page, RECORD, { ...record, state: 'CLOSED' })
    await page.getByRole('button', { name: 'Older month' }).click()
    await expect(months(page)).toHaveValue(String(lastMonth()))
    await expect(status).toContainText(/Reached.*Final/)
    await expect(status).toContainText('Final')
    await expect(page.getByRole('main').getByRole('timer')).toHaveCount(0)
    await expect(region(page, 'Monthly target')).toHaveClass(/is-off/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Newer month' }).click()
    await expect(page).toHaveURL(/\/infinity\/bonus$/)
    await expect(page.getByRole('button', { name: 'Newer month' })).toBeDisabled()
  })

  test('INF-015 a record that is not enabled is shown disabled, with its conditions, and has no accruals', async ({
    page,
    signIn,
  }) => {
    await signIn({ legs: [{ turnover: '400.00' }] })
    await open(page, BONUS)
    const status = region(page, 'Status')
    await expect(status).toContainText('Not enabled')
    await expect(status).toContainText('Infinity starts at rank Sapphire')
    await expect(region(page, 'Monthly target')).toHaveClass(/is-off/)
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(page.getByText('No accruals in this month')).toBeVisible()
  })

  test('INF-025 INF-026 INF-027 INF-028 each failure has its message and can be retried', async ({
    page,
    signIn,
  }) => {
    await signIn(MET)
    const repairHistory = await failCall(page, ACCRUALS, { code: 'not_found' })
    let repair = await failCall(page, RECORD, { code: 'not_found' })
    await open(page, BONUS)
    const alert = page.getByRole('alert')
    const retry = page.getByRole('button', { name: 'Retry' })
    await expect(alert.getByText('There is no infinity bonus for this month.')).toBeVisible()
    await expectAccessible(page)
    for (const [code, message] of [
      ['internal_server_error', /^Infinity could not be computed/],
      ['validation_error', COULD_NOT],
    ] as const) {
      await repair()
      repair = await failCall(page, RECORD, { code })
      await retry.click()
      await expect(alert.getByText(message)).toBeVisible()
    }
    await repair()
    await retry.click()
    await expect(region(page, 'Status')).toContainText('Reached')

    await page.getByRole('tab', { name: 'History' }).click()
    await expect(alert.getByText(COULD_NOT)).toBeVisible()
    await repairHistory()
    await retry.click()
    await expect(page.getByRole('table')).toContainText('Grace Hopper')
  })
})

test.describe('the history tab', () => {
  const MANY = {
    ...MET,
    legs: [...MET.legs, ...Array.from({ length: 21 }, () => ({ turnover: '100.00' }))],
  }

  test('INF-017 INF-021 widgets, and the values of the call, in a table and in a list', async ({
    page,
    signIn,
  }) => {
    await signIn(MET)
    const answer = page.waitForResponse(
      (response) => pathOf(response.request()) === ACCRUALS && response.ok(),
    )
    await open(page, HISTORY)
    const { data } = (await (await answer).json()) as { data: { content: InfinityAccrual[] } }
    expect(data.content).toHaveLength(MET.legs.length)
    const accrual = data.content.find(({ referralFirstName }) => referralFirstName === 'Grace')!
    await expect(region(page, 'Accrued in UPT')).toContainText('1,020.00000000 UPT')
    await expect(region(page, 'Accrued in UPT')).toContainText('Not final')
    await expect(region(page, 'Accrued in UCN')).toBeVisible()
    await expect(region(page, 'Your share')).toContainText('1%')
    await expect(page.getByRole('table', { name: 'Infinity accruals' })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText([
      'Order',
      'Accrued',
      'Partner',
      'Line',
      'Order amount',
      'Share',
      'UPT',
      'UCN',
    ])
    const grace = page.getByRole('row').filter({ hasText: 'Grace Hopper' })
    await expect(grace.getByRole('cell')).toHaveText([
      String(accrual.orderId),
      new RegExp(String.raw`^${AGE} \d\d\.\d\d\.\d{4} \d\d:\d\d UTC$`),
      /Grace Hopper/,
      '1',
      '60,000.00 EUR',
      '1%',
      '600.00000000',
      amountShown(accrual.bonusAmounts['UCN']!),
    ])
    await expect(grace.locator('time')).toHaveAttribute('title', instantShown(accrual.accruedAt))

    for (const isList of [false, true]) {
      await page.setViewportSize({ width: isList ? 400 : 1280, height: 900 })
      await expect(page.getByRole('table')).toHaveCount(Number(!isList))
      for (const each of data.content) await expectAccrual(page, each, isList)
    }
  })

  test('INF-018 INF-019 INF-020 loads twenty at a time, from the end of the last page; a page that fails keeps the rows', async ({
    page,
    signIn,
  }) => {
    await signIn(MANY)
    const calls = recordCalls(page)
    const asked = () =>
      calls.filter((call) => pathOf(call) === ACCRUALS).map((call) => new URL(call.url()))
    await open(page, HISTORY)
    const rows = page.getByRole('table').locator('tbody tr')
    await expect(rows).toHaveCount(PAGE)
    expect(asked().map(({ search }) => search)).toEqual([
      `?size=${PAGE}&bonusPeriod=${thisMonth()}`,
    ])
    const more = page.getByRole('button', { name: 'Load more' })
    const repair = await failCall(page, ACCRUALS, { code: 'not_found' })
    await more.click()
    await expect(page.getByRole('alert').getByText(COULD_NOT)).toBeVisible()
    await expect(rows).toHaveCount(PAGE)
    await repair()
    const failed = asked().length
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(rows).toHaveCount(25)
    await expect(more).toHaveCount(0)
    const last = asked().at(-1)!.searchParams
    expect(last.get('pagingState')).toMatch(/^\d+-\d+$/)
    expect(last.get('bonusPeriod')).toBe(String(thisMonth()))
    expect(asked()).toHaveLength(failed + 1)
  })

  test('C11.22 an amount opens its explanation, at an address of its own; an order cancelled after its month was closed is marked', async ({
    page,
    signIn,
  }) => {
    const partner = await signIn(MET)
    const { content } = (await as(partner)('GET', officeAddress(ACCRUALS))) as {
      content: InfinityAccrual[]
    }
    const cancelledAt = Date.UTC(2026, 10, 3, 12)
    const [first, ...rest] = content
    await answerCall(page, ACCRUALS, { content: [{ ...first, cancelledAt }, ...rest] })
    await open(page, HISTORY)
    const mark = page.getByText('Cancelled on 03.11.2026, after the month was closed')
    await expect(mark).toHaveCount(1)
    await expect(mark).toBeVisible()
    const grace = page.getByRole('row').filter({ hasText: 'Grace Hopper' })
    const order = await grace.getByRole('cell').first().innerText()
    const amount = grace.getByRole('button').first()
    await expect(amount).toHaveText('600.00000000')
    const panel = page.getByRole('dialog', { name: 'How this amount was calculated' })
    await amount.focus()
    await page.keyboard.press('Enter')
    await expect(panel).toContainText('Your rate of 1%')
    await expect(panel).toContainText(`Order ${order}`)
    await expect(panel.locator('.chip').first()).toHaveText('Infinity')
    await expect(page).toHaveURL(new RegExp(`/infinity/history\\?order=${order}$`))
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(amount).toBeFocused()
    await page.setViewportSize({ width: 400, height: 900 })
    await expect(mark).toBeVisible()
    await expectNoHorizontalScroll(page)
    await page.getByRole('listitem').getByRole('button', { name: '600.00000000 UPT' }).click()
    await expect(panel).toContainText('Your rate of 1%')
    await expectAccessible(page)
  })
})

/** The row or item of an accrual shows the values of the call. */
async function expectAccrual(page: Page, accrual: InfinityAccrual, isList: boolean): Promise<void> {
  const { orderId, accruedAt, referralFirstName, referralLastName, level } = accrual
  const name = `${referralFirstName} ${referralLastName}`
  const row = page.getByRole(isList ? 'listitem' : 'row').filter({ hasText: name })
  const order = isList
    ? row.getByText(`Order ${orderId}`, { exact: true })
    : row.getByRole('cell', { name: String(orderId), exact: true })
  await expect(order).toBeVisible()
  await expect(row.locator('time')).toHaveAttribute('datetime', isoOf(accruedAt))
  await expect(row.locator('.level')).toHaveText(String(level))
  await expect(row).toContainText(`${accrual.bonusPercent * 100}%`)
  await expect(row).toContainText(`${shown(accrual.orderAmount)} ${accrual.orderCurrency}`)
  await expect(row.getByRole('button')).toHaveText(
    ['UPT', 'UCN'].map((coin) => {
      const figure = shown(accrual.bonusAmounts[coin]!)
      return isList ? `${figure} ${coin}` : figure
    }),
  )
}

test('DSH-006 DSH-008 DSH-010 on the dashboard infinity is beside the team; a failure shows the same text as title', async ({
  page,
  signIn,
}) => {
  await signIn(MET)
  await page.setViewportSize({ width: 1280, height: 900 })
  const repair = await failCall(page, RECORD, { code: 'not_found' })
  await page.goto('/en/dashboard')
  const widget = region(page, 'Infinity')
  await expect(widget.getByText(COULD_NOT)).toBeVisible()
  await repair()
  await page.reload()
  await expect(widget).toContainText('1,020.00000000 UPT')
  await expect(widget).toContainText('Reached')
  const team = (await region(page, 'Team').boundingBox())!
  const rank = (await region(page, 'Current rank').boundingBox())!
  const box = (await widget.boundingBox())!
  expect(box.y).toBe(team.y)
  expect(box.y).toBeGreaterThan(rank.y)
  await widget.getByRole('link', { name: 'Open infinity' }).click()
  await expect(page).toHaveURL(/\/en\/bonuses\/infinity\/bonus$/)
})
