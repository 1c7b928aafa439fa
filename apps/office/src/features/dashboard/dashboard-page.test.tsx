// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { BONUS_MONTHS, NOVEMBER } from '../../testing/bonus-months.ts'
import { explanation } from '../../testing/explanation.ts'
import { CAPPED_RECORD, REQUIREMENT } from '../../testing/infinity.ts'
import { testPagesAt } from '../../testing/pages-at.ts'
import { type Opened, openPage } from '../../testing/open-page.ts'
import { pairsOf, plainText, plainTexts } from '../../testing/plain-text.ts'
import { rank, rulePartner, STATUS } from '../../testing/ranks.ts'
import { page, refusal, success } from '../../testing/services.ts'
import { teamMember } from '../../testing/team.ts'
import { DashboardPage } from './dashboard-page.tsx'

const NOW = Date.UTC(2026, 10, 12, 9)
const DAY = 24 * 3_600_000

testPagesAt(NOW)

const ANSWERS = {
  'GET /v1/bonus/turnover/rang': success(STATUS),
  'GET /v1/bonus/months': success(BONUS_MONTHS),
  'GET /v1/bonus/infinity': success(CAPPED_RECORD),
  'GET /v1/bonus/infinity/requirements': success([
    REQUIREMENT,
    { ...REQUIREMENT, rang: null, targetTurnover: '9.00', percent: null },
  ]),
}

const open = (
  component: () => React.ReactNode,
  path: string,
  { answers, ...opened }: Opened = {},
) => openPage(component, path, { ...opened, answers: { ...ANSWERS, ...answers } })
const card = (name: string | RegExp) => screen.findByRole('region', { name })
const member = (id: number, activeUntil: number | null) => teamMember({ id, activeUntil })
const BOOKED = {
  id: 71,
  orderId: 5,
  paidAt: NOW,
  referralFirstName: 'Grace',
  referralLastName: 'Hopper',
  level: 1,
  orderAmount: '1.00',
  bonusType: 'DIRECT',
  bonusAmount: '800.00000000',
  currency: 'UPT',
  bonusPeriod: null,
  recordId: 71,
  reason: null,
}

/** Shows the dashboard with everything that it loads below the window. */
function openDashboard({ answers, ...opened }: Opened = {}) {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly seen: (entries: object[]) => void
      constructor(seen: (entries: object[]) => void) {
        this.seen = seen
      }
      observe() {
        this.seen([{ intersectionRatio: 1 }])
      }
      disconnect() {}
    },
  )
  return open(DashboardPage, '/dashboard', {
    profile: { teamFl: 0, teamAll: 0 },
    ...opened,
    answers: {
      'GET /v1/balances': success({
        UCHAIN_UCN_BONUS: '5.00000000',
        UCHAIN_UPT_BONUS: '1250.00000000',
      }),
      'GET /v1/bonus/history': page([BOOKED]),
      'GET /v1/bonus/explain': success([explanation()]),
      ...answers,
    },
  })
}

test('DSH-004 DSH-007 DSH-009 the dashboard shows the rank and the way to the next one', async () => {
  openDashboard()
  const shown = await card('Current rank')
  await within(shown).findByText('5,000')
  expect(pairsOf(shown)).toEqual([
    'Rank bonus: 2,000.00 UPT',
    'Bonus at Ruby: 5,000.00 UPT',
    'Total turnover: 102,000.00 EUR',
  ])
  expect(plainText(shown.querySelector('.rank-widget-next'))).toBe(
    'Next rankRuby8,000.00 EURto go92,000.00 EUR counts toward 100,000.00 EUR92%Leg 1, Bea Leg50,000.00Leg 2, Bea Leg30,000.00Other legs12,000.00Above the cap, not counted10,000.00Leg 1 has reached its cap: at most 50% of the target may come from it. The remaining turnover has to come from other legs.50% rule',
  )
  expect(plainTexts(shown, '.legs .in-row')).toEqual([
    'Leg 1, Bea Leg50,000.00',
    'Leg 2, Bea Leg30,000.00',
    'Other legs12,000.00',
    'Above the cap, not counted10,000.00',
  ])
  expect(plainTexts(shown, 'a')).toEqual(['Open rank', 'What is missing'])
})

test.each<[string, object, RegExp]>([
  [
    'nothing is capped',
    { topPartners: [rulePartner('60000.00')] },
    /^Everything counts: no leg has reached its cap\.$/,
  ],
  [
    'nothing counts yet',
    { topPartners: [], totalTurnover: '0.00', countingTurnover: '0.00' },
    /^Nothing counts yet\..* Ruby\.$/,
  ],
  ['a leg is capped', {}, /^Leg 1 has reached its cap: at most 50% of the target/],
])('DSH-009 the note of the rank where %s', async (_, facts, text) => {
  openDashboard({ answers: { 'GET /v1/bonus/turnover/rang': success({ ...STATUS, ...facts }) } })
  const shown = await card('Current rank')
  await within(shown).findByText(text)
  expect(within(shown).queryByRole('button', { name: '50% rule' }) !== null).toBe(
    text.source.startsWith('^Leg'),
  )
})

test('DSH-007 the highest rank; a rank without a bonus', async () => {
  const status = { ...STATUS, nextRang: null, currentRang: rank({ bonus: '0.00' }) }
  openDashboard({ answers: { 'GET /v1/bonus/turnover/rang': success(status) } })
  const shown = await card('Current rank')
  await within(shown).findByText('You hold the highest rank.')
  expect(pairsOf(shown)).toEqual(['Rank bonus: –', 'Total turnover: 102,000.00 EUR'])
  expect(plainTexts(shown, 'a')).toEqual(['Open rank'])
})

test('DSH-006 DSH-008 DSH-010 the dashboard shows infinity and the month, whose last bonus opens its explanation', async () => {
  const asked = openDashboard()
  const infinity = (await screen.findByText(/counts toward 5,000/)).closest('section, .card')!
  expect(plainText(infinity)).toBe(
    'InfinityOpen infinityYour bonus in this month90.00000000 UPT180.00000000 UCNYour share1%4,999.99 EUR counts toward 5,000.00 EURIn progress',
  )
  expect(
    within(infinity as HTMLElement)
      .getByRole('img')
      .getAttribute('aria-label'),
  ).toBe('99% of the monthly target')
  const last = await screen.findByText('Last bonus')
  const month = last.closest('section, .card')!
  expect(plainText(month)).toBe(
    'Your month so farAll bonusesDirect1.50000000 UPTTeam0.25000000 UPTInfinity4.00000000 UPT5.00000000 UCNDiamondWinner7.000000 WINLast bonusDirect · this minute 12.11.2026 09:00 UTC+800.00000000 UPT',
  )
  fireEvent.click(within(month as HTMLElement).getByRole('button'))
  await vi.waitFor(() => expect(asked('/v1/bonus/explain')).toEqual(['?recordId=71']))
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('DSH-010 a met target is 100 %; a month without bonuses says so and has no last one', async () => {
  openDashboard({
    answers: {
      'GET /v1/bonus/infinity': success({ ...CAPPED_RECORD, countingTurnover: '5000.00' }),
      'GET /v1/bonus/months': success([{ month: NOVEMBER, kinds: [] }]),
      'GET /v1/bonus/history': page([]),
    },
  })
  expect(await screen.findByRole('img', { name: '100% of the monthly target' })).toBeDefined()
  expect(await screen.findByText('No bonus has been booked this month yet.')).toBeDefined()
  expect(screen.queryByText('Last bonus')).toBeNull()
})

test.each<[number, number, object[], string]>([
  [0, 0, [], 'First line0Whole team0Active, first line0 / 0Nobody is in your team yet'],
  [
    3,
    9,
    [member(1, NOW + DAY), member(2, NOW), member(3, null)],
    'First line3Whole team9Active, first line1 / 3',
  ],
])('DSH-005 DSH-013 a first line of %i of %i partners', async (teamFl, teamAll, people, text) => {
  openDashboard({ profile: { teamFl, teamAll }, answers: { 'GET /v1/team': page(people) } })
  const label = await screen.findByText('Active, first line')
  const shown = label.closest('section, .card')!
  await vi.waitFor(() => expect(plainText(shown)).toContain(text))
})

const PROMO = {
  bullBanner: 'TRUE',
  bullPromoCode: 'BULL',
  bullPromoCodeValue: '10%',
  bullPromoPeriodEnd: '2026-12-01T00:00:00Z',
  bullBotAppUrl: 'https://bot.test',
}

test('LND-016 LND-019 the promotion shows its sentences in turn', async () => {
  openDashboard({ properties: PROMO })
  const promo = await card('Promotion')
  const slide = () => plainText(promo.querySelector('.promo-slide'))
  expect(slide()).toBe('10% with code BULL')
  expect(plainText(promo)).toContain('1 / 3')
  fireEvent.click(within(promo).getByRole('button', { name: 'Next message' }))
  expect(slide()).toBe('Until 30.11.2026, 23:59 UTC')
  fireEvent.click(within(promo).getByRole('button', { name: 'Next message' }))
  expect(slide()).toBe('Use the code before the promotion ends.')
  fireEvent.click(within(promo).getByRole('button', { name: 'Next message' }))
  expect(slide()).toBe('10% with code BULL')
  // The window asks for little motion.
  fireEvent.click(within(promo).getByRole('button', { name: 'Continue the promotion' }))
  expect(within(promo).getByRole('button', { name: 'Pause the promotion' })).toBeDefined()
  expect(within(promo).getByRole('link', { name: 'Open the bot' }).getAttribute('href')).toBe(
    'https://bot.test',
  )
})

test('LND-016 a promotion without an end, a value and a bot; no promotion', async () => {
  openDashboard({
    properties: { ...PROMO, bullPromoCodeValue: '', bullPromoPeriodEnd: '', bullBotAppUrl: '' },
  })
  const promo = await card('Promotion')
  expect(plainText(promo)).toMatch(/^Promo code BULL.*1 \/ 2/)
  expect(within(promo).queryByRole('link')).toBeNull()
  cleanup()
  openDashboard({ properties: { ...PROMO, bullBanner: 'FALSE' } })
  await card('Current rank')
  expect(screen.queryByRole('region', { name: 'Promotion' })).toBeNull()
})

test('D-133 a balance that cannot be read has a dash and no worth', async () => {
  openDashboard({ answers: { 'GET /v1/balances': refusal('internal_server_error', 500) } })
  expect(await screen.findByText('1 UCN = 2.0000 USDT')).toBeDefined()
  expect(plainTexts(document, '.balance .missing')).toEqual(['–  UCNUnknown', '–  UPTUnknown'])
  expect(screen.queryByText(/^about/)).toBeNull()
})

test.each([
  [{}, 0],
  [{ permissionsPayout: 'TRUE' }, 1],
  [{ permissionsPayout: 'TRUE', 'button.payout': 'FALSE' }, 0],
])(
  'D-035 with %j there are %i ways to a new payout',
  async (properties: Record<string, string>, count) => {
    openDashboard({
      properties,
      answers: { 'GET /v1/payout/standing': refusal('internal_server_error', 500) },
    })
    await card('Current rank')
    expect(screen.queryAllByRole('link', { name: 'New payout' })).toHaveLength(count)
  },
)
