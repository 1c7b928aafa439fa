import type { RankForecast, RankMonth, ReachedRank } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { answerCall, failCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { as, officeAddress } from './http.ts'
import { COULD_NOT, expectAccessible, expectNoHorizontalScroll } from './page-checks.ts'

const ADDRESS = '/en/my-rank?view=history'
const PROMISE = 'This is arithmetic on your own past months, not a promise.'

const RUBY = {
  name: 'Ada Lovelace',
  legs: [
    { name: 'Grace Hopper', turnover: '60000.00' },
    { name: 'Katherine Johnson', turnover: '30000.00' },
    { name: 'Mary Jackson', turnover: '8000.00' },
    { name: 'Dorothy Vaughan', turnover: '4000.00' },
  ],
} as const

const region = (page: Page, name: string) => page.getByRole('region', { name })
const forecastCard = (page: Page) => region(page, 'When the next rank may come')
const reached = (page: Page) => region(page, 'Ranks reached')
const months = (page: Page) => region(page, 'Counted turnover by month')

const day = (instant: number) =>
  new Date(instant).toISOString().slice(0, 10).split('-').toReversed().join('.')
/** With all eight decimals of the coin. */
const coins = (amount: string) =>
  Number(amount).toLocaleString('en', { minimumFractionDigits: 8, maximumFractionDigits: 8 })
const eur = (amount: string) =>
  Number(amount).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

test.describe('the history of ranks', () => {
  test('RKH-001 RKH-002 ranks, orders, legs, bonuses and months are those of the calls', async ({
    page,
    signIn,
  }) => {
    const ada = await signIn(RUBY)
    await page.goto('/en/my-rank')
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(page).toHaveURL(/view=history/)
    await expect(page.getByRole('heading', { level: 1, name: 'Rank history' })).toBeVisible()
    const ranks = (await as(ada)('GET', officeAddress('/v1/rang/history'))) as ReachedRank[]
    expect(ranks[0]!.rang).toBe('SAPPHIRE')
    const items = reached(page).locator('.reached-ranks > li')
    await expect(items).toHaveCount(ranks.length)
    for (const [at, { reachedAt, order, bonus }] of ranks.entries()) {
      const item = items.nth(at)
      await expect(item).toContainText(day(reachedAt))
      await expect(item).toContainText(`Order ${order.orderId}`)
      await expect(item).toContainText(`${eur(order.amount)}\u00a0EUR`)
      await expect(item).toContainText(`${order.firstName} ${order.lastName}`)
      if (bonus !== null) await expect(item).toContainText(`${coins(bonus.amount)} UPT`)
    }
    await items.first().getByText('Legs that counted').click()
    const { legs, counting, target } = ranks[0]!
    await expect(items.first()).toContainText(
      `You reached Sapphire: ${eur(counting)}\u00a0EUR counted toward ${eur(target)}\u00a0EUR.`,
    )
    for (const { firstName, counted } of legs) {
      const leg = items.first().getByRole('listitem').or(items.first().locator('dl > div'))
      await expect(leg.filter({ hasText: firstName }).last()).toContainText(eur(counted))
    }

    const answer = (await as(ada)('GET', officeAddress('/v1/rang/months'))) as RankMonth[]
    await months(page).getByRole('button', { name: 'Table' }).click()
    const rows = months(page).getByRole('table').locator('tbody tr')
    await expect(rows).toHaveCount(answer.length)
    for (const [at, { counting: counted, target: aim }] of answer.toReversed().entries()) {
      await expect(rows.nth(at).getByRole('cell').nth(0)).toHaveText(eur(counted))
      await expect(rows.nth(at).getByRole('cell').nth(1)).toHaveText(eur(aim))
    }
    // Registered 90 days ago.
    await expect(forecastCard(page)).toContainText('Cannot be said yet')
    await expect(forecastCard(page)).toContainText(
      'You have been a partner for fewer than six full months.',
    )
    await expect(forecastCard(page)).toContainText(PROMISE)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 800 })
    await expectNoHorizontalScroll(page)
  })

  test('RKH-003 RKH-004 each of the seven texts, with the increases it comes from', async ({
    page,
    signIn,
  }) => {
    await signIn()
    const increases = ['8400.00', '9120.50', '0.00', '-120.00', '14310.00', '9460.00'].map(
      (amount, at) => ({ month: Date.UTC(2026, 4 + at), amount }),
    )
    const basis = {
      rang: 'SAPPHIRE',
      target: '50000.00',
      missing: '8880.00',
      increases,
      capped: [{ firstName: 'Grace', lastName: 'Hopper' }],
    }
    const top = { rang: null, target: null, missing: null, increases: [], capped: [] }
    const unknown = (reason: RankForecast['reason']) => ({ state: 'UNKNOWN', reason, ...basis })
    const texts: readonly (readonly [object, string])[] = [
      [
        { state: 'RANGE', from: Date.UTC(2026, 11), to: Date.UTC(2027, 2), ...basis },
        'Earliest: December 2026. Latest: March 2027.',
      ],
      [{ state: 'OPEN', from: Date.UTC(2026, 11), ...basis }, 'Not before: December 2026'],
      [{ state: 'LATE', ...basis }, 'More than three years'],
      [unknown('NEW'), 'You have been a partner for fewer than six full months.'],
      [unknown('FEW_MONTHS'), 'Fewer than three of your last six full months brought growth.'],
      [unknown('PLAN'), 'A new plan changes the target of this rank within three months.'],
      [
        { state: 'UNKNOWN', reason: 'NO_RANK', ...top },
        'You hold the highest rank. There is no next one.',
      ],
    ]
    await page.goto('/en/my-rank')
    await page.getByRole('tab', { name: 'History' }).click()
    for (const [at, [answer, text]] of texts.entries()) {
      const stop = await answerCall(page, '/v1/rang/forecast', answer)
      // The card is drawn again later, when its forecast is old.
      await page.clock.setFixedTime(Date.now() + (at + 1) * 10_000)
      await page.goBack()
      await expect(page.getByRole('region', { name: 'All ranks' })).toBeVisible()
      await page.goForward()
      const card = forecastCard(page)
      await expect(card.getByText(text, { exact: true })).toBeVisible()
      await expect(card).toContainText(PROMISE)
      if (!('missing' in answer) || answer.missing === null) {
        await expect(card.getByRole('term')).toHaveCount(0)
      } else {
        await expect(card.getByRole('term')).toHaveCount(6)
        await expect(card.getByRole('term').first()).toHaveText('May 2026')
        await expect(card.getByRole('definition').nth(1)).toContainText('9,120.50 EUR')
        await expect(card.getByRole('definition').nth(3)).toContainText('\u2212120.00 EUR')
        await expect(card).toContainText('At the cap: Grace Hopper.')
        await expect(card).toContainText('8,880.00 EUR')
      }
      await stop()
    }
  })

  test('what cannot be loaded says so in its own card, and loads again', async ({
    page,
    signIn,
  }) => {
    await signIn()
    const stop = await failCall(page, '/v1/rang/history', { code: 'internal_server_error' })
    await page.goto(ADDRESS)
    await expect(reached(page)).toContainText(COULD_NOT)
    await expect(forecastCard(page)).toContainText(PROMISE)
    await stop()
    await reached(page).getByRole('button', { name: 'Retry' }).click()
    await expect(reached(page)).toContainText('No rank reached yet.')
  })
})
