import type { Page } from '@playwright/test'

import { answerCall, failCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { anonymousCall, as, officeAddress } from './http.ts'
import { COULD_NOT, expectAccessible, expectNoHorizontalScroll } from './page-checks.ts'

const OVERVIEW = '/en/bonuses'
const PLAN = '/v1/bonus/unilevel'
const UNILEVEL = '/en/bonuses/unilevel'
const NO_SERVER = 'The server could not answer. Try again in a moment.'

/** Sapphire, on the way to Ruby; 40 % of 102,000 EUR at 2 UPT for each. */
const SAPPHIRE = {
  active: true,
  legs: ['60000.00', '30000.00', '8000.00', '4000.00'].map((turnover) => ({ turnover })),
}

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function open(page: Page, address: string, width = 1280): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test.describe('the overview', () => {
  test('RTE-016 BON-002 BON-005 BON-006 BON-007 BON-024 D-013 an introduction and three cards that lead to their pages, amounts in UPT', async ({
    page,
    signIn,
  }) => {
    await signIn(SAPPHIRE)
    await open(page, OVERVIEW)
    await expect(page.getByRole('heading', { level: 1, name: 'Bonuses' })).toBeVisible()
    await expect(region(page, 'How bonuses work')).toContainText(
      'Every bonus comes from paid orders of your team.',
    )
    // Without a video there is a picture, and nothing to press.
    const video = page.locator('figure')
    await expect(video.locator('svg')).toHaveCount(5)
    await expect(video.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('article')).toHaveCount(3)
    for (const [name, text, picture] of [
      ['Rank bonus', /A single bonus for each rank/, 'svg.rank-gem'],
      ['Unilevel', /40% on orders/, 'svg circle'],
      ['Infinity', /A monthly share/, '.bonus-bar'],
    ] as const) {
      await expect(card(page, name).getByRole('heading', { name })).toBeVisible()
      await expect(card(page, name).getByText(text)).toBeVisible()
      await expect(card(page, name).locator(`.bonus-art ${picture}`).first()).toBeVisible()
    }
    await expect(card(page, 'Rank bonus')).toContainText('Next: Ruby5,000.00 UPT')
    await expect(card(page, 'Unilevel')).toContainText('81,600.00000000 UPT')
    await expect(card(page, 'Infinity')).toContainText('1,020.00000000 UPT')
    for (const [name, address] of [
      ['Rank bonus', /\/en\/bonuses\/rank$/],
      ['Unilevel', /\/en\/bonuses\/unilevel$/],
      ['Infinity', /\/en\/bonuses\/infinity\/bonus$/],
    ] as const) {
      await card(page, name).getByRole('link').click()
      await expect(page).toHaveURL(address)
      if (name !== 'Infinity') await page.goBack()
    }
    await expect(region(page, 'Monthly target')).toContainText('102,000.00 EUR')
    await page.setViewportSize({ width: 400, height: 900 })
    const bar = page.getByRole('navigation', { name: 'Main pages' })
    await bar.getByRole('link', { name: 'Bonuses' }).click()
    await expect(page).toHaveURL(/\/en\/bonuses$/)
  })

  test('BON-008 one message when a call fails', async ({ page, signIn }) => {
    await signIn(SAPPHIRE)
    const repair = await failCall(page, '/v1/bonus/months', { code: 'not_found' })
    await open(page, OVERVIEW)
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toHaveCount(1)
    await expect(alert).toContainText(NO_SERVER)
    await expectAccessible(page)
    await repair()
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toHaveCount(0)
  })

  test('NAV-003 the menu holds a group with rank, unilevel and infinity', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await open(page, '/en/dashboard')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const overview = menu.getByRole('link', { name: 'Bonuses', exact: true })
    await expect(overview).toBeVisible()
    await expect(menu.getByRole('link')).toHaveText([
      'Dashboard',
      'Rank',
      'Team',
      'Bonuses',
      'Rank bonus',
      'Unilevel',
      'Infinity',
      'New payout',
      'Transactions',
      'Support',
    ])
    for (const [name, address] of [
      ['Rank bonus', /\/bonuses\/rank$/],
      ['Unilevel', /\/bonuses\/unilevel$/],
      ['Infinity', /\/bonuses\/infinity\/bonus$/],
    ] as const) {
      const link = menu.getByRole('link', { name, exact: true })
      await link.click()
      await expect(page).toHaveURL(address)
      await expect(link).toHaveAttribute('aria-current', 'page')
    }
    await overview.click()
    await expect(page).toHaveURL(/\/en\/bonuses$/)
    await expect(overview).toHaveAttribute('aria-current', 'page')
  })
})

test.describe('the bonuses of twelve months', () => {
  const MONTHS = '/v1/bonus/months'
  const ofMonths = (page: Page) => region(page, 'Your bonuses by month')

  test('each kind has a row of bars to its own scale, and a table with every figure; WIN is separate', async ({
    page,
    signIn,
  }) => {
    await signIn(SAPPHIRE)
    await open(page, OVERVIEW)
    // 40 % of 102,000 EUR, and the bonuses of four ranks.
    await expect(ofMonths(page).getByRole('listitem')).toHaveText([
      'All bonuses togetherbest month 42,600.00 EUR42,600.00 EUR',
      'Directbest month 40,800.00 EUR40,800.00 EUR',
      'Rankbest month 1,800.00 EUR1,800.00 EUR',
    ])
    const bars = ofMonths(page).getByRole('img', {
      name: /^Direct: 40,800\.00 EUR in twelve months/,
    })
    const heights = await bars
      .locator('i')
      .evaluateAll((all) => all.map((bar) => (bar as HTMLElement).style.blockSize))
    expect(heights).toEqual([...Array.from({ length: 11 }, () => '0%'), '100%'])
    await expect(ofMonths(page)).toContainText('a full bar is the best month of the row')
    await ofMonths(page).getByRole('button', { name: 'Table' }).click()
    const newest = ofMonths(page).getByRole('row').nth(1)
    await expect(newest.getByRole('cell')).toHaveText(['42,600.00', '40,800.00', '1,800.00'])
    await expect(ofMonths(page).getByRole('row')).toHaveCount(13)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 900 })
    await expect(ofMonths(page).getByRole('listitem').first()).toContainText('Direct40,800.00 EUR')
    await expectNoHorizontalScroll(page)
    await page.setViewportSize({ width: 1280, height: 900 })

    const month = { month: Date.UTC(2026, 9) }
    const direct = { bonusType: 'DIRECT', amounts: { UPT: '20.00000000' }, eur: '10.00' }
    const winner = { bonusType: 'WINNER', amounts: { WIN: '250.000000' }, eur: '0.00' }
    await answerCall(page, MONTHS, [{ ...month, kinds: [direct, winner] }])
    await page.reload()
    await expect(ofMonths(page).getByRole('listitem')).toHaveText([
      'Directbest month 10.00 EUR10.00 EUR',
    ])
    await expect(ofMonths(page)).toContainText('booked in these months: 250.000000 WIN.')
  })
})

test.describe('the introduction video', () => {
  const VIDEO_LANGUAGES = ['en', 'ru', 'de', 'es', 'hi']
  const sourceOf = (language: string) => `https://videos.example/${language}.mp4`
  const CHANGED = new Map([
    ['languages', 'all'],
    [
      'videos',
      JSON.stringify({
        bonuses: Object.fromEntries(VIDEO_LANGUAGES.map((one) => [one, sourceOf(one)])),
      }),
    ],
  ])

  async function openIn(page: Page, language: string): Promise<void> {
    const path = '/v1/config/frontend'
    const properties = (await anonymousCall('GET', officeAddress(path))) as {
      property: string
      propertyValue: string
    }[]
    const changed = properties.map(({ property, propertyValue }) => ({
      property,
      propertyValue: CHANGED.get(property) ?? propertyValue,
    }))
    await answerCall(page, path, changed)
    await page.goto(`/${language}/bonuses`)
  }

  test('API-052 BON-003 BON-004 a video for each of five languages, and the English one in others', async ({
    page,
    signIn,
  }) => {
    const partner = await signIn()
    const asked: Record<string, string>[] = []
    // The video never loads, so it cannot fail.
    await page.route('https://videos.example/**', (route) => {
      asked.push(route.request().headers())
    })
    for (const language of [...VIDEO_LANGUAGES, 'fr']) {
      await as(partner)('PUT', officeAddress('/v1/profile/language'), { uiLanguage: language })
      await openIn(page, language)
      const video = page.locator('figure')
      await video.getByRole('button').click()
      await expect(video.locator('video')).toHaveAttribute(
        'src',
        sourceOf(language === 'fr' ? 'en' : language),
      )
      await expect.poll(() => asked.length).toBeGreaterThan(0)
      for (const headers of asked.splice(0)) expect(headers).not.toHaveProperty('authorization')
    }
  })

  test('a video that does not load leaves its cover, with a link to it', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await page.route('https://videos.example/**', (route) => route.abort())
    await openIn(page, 'en')
    const video = page.locator('figure')
    await video.getByRole('button').click()
    await expect(video.getByRole('link')).toHaveAttribute('href', sourceOf('en'))
    await expectAccessible(page)
  })
})

test.describe('unilevel', () => {
  const rows = (page: Page) => page.getByRole('table', { name: 'Percentages' }).locator('tbody tr')
  const labels = (page: Page) => rows(page).locator('th .medium-weight')
  const OLD_LABELS = ['Direct', 'Level 1', 'Level 2', 'Levels 4–5', 'Levels 6–15']
  const NEW_LABELS = ['Direct (level 1)', 'Level 2', 'Level 3', 'Levels 4–5', 'Levels 6–15']

  test('RTE-018 BON-014 BON-015 BON-016 BON-018 BON-020 tables, a ring that is drawn, explanations, and the labels before and after', async ({
    page,
    signIn,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await signIn()
    await open(page, UNILEVEL)
    await expect(page.getByRole('heading', { level: 1, name: 'Unilevel bonus' })).toBeVisible()
    await expect(labels(page)).toHaveText(NEW_LABELS)
    await expect(rows(page).locator('td')).toHaveText(
      ['40', '7', '3', '2', '1'].flatMap((percent) => [`${percent}%`, `${percent}.00 EUR`]),
    )
    const ring = page.getByRole('img', { name: /^Share of the order amount by level/ })
    await expect(ring.locator('.ring-arc')).toHaveCount(5)
    const animations = await ring
      .locator('.ring-arc')
      .evaluateAll((arcs) => arcs.map((arc) => getComputedStyle(arc).animationName))
    expect(new Set(animations)).toEqual(new Set(['ring-draw']))
    const titles = page.getByRole('article').getByRole('heading')
    await expect(titles).toHaveText(['Infinity and activity', 'Direct bonus', 'Team bonus'])
    await rows(page).nth(1).hover()
    await expect(page.locator('.unilevel-ring .quiet')).toHaveCount(4)
    await page.getByRole('button', { name: 'Before' }).click()
    await expect(labels(page)).toHaveText(OLD_LABELS)
    await expect(rows(page).locator('td:nth-child(2)')).toHaveText(['40%', '7%', '5%', '3%', '1%'])
  })

  test('BON-018 BON-020 the clock of the server decides which labels apply', async ({
    page,
    signIn,
  }) => {
    const team = page.getByRole('article').filter({ hasText: 'Team bonus' })
    await signIn()
    await page.clock.setFixedTime('2025-10-12T23:00:00Z')
    await open(page, UNILEVEL)
    await expect(labels(page)).toHaveText(NEW_LABELS)
    await expect(team).toContainText('From 7% down to 1%')
    await page.clock.setFixedTime(new Date(Date.now()))
    await page.route('**/config', async (route) => {
      const response = await route.fetch()
      const headers = { ...response.headers(), date: 'Sun, 12 Oct 2025 23:59:59 GMT' }
      await route.fulfill({ response, headers })
    })
    await page.reload()
    await expect(labels(page)).toHaveText(OLD_LABELS)
  })

  test('the percentages come from the plan in force', async ({ page, signIn }) => {
    await signIn()
    const row = { validFrom: 0, depthFrom: 1, depthTo: 1, kind: 'DIRECT', percent: '37.5' }
    const team = { ...row, depthFrom: 2, depthTo: 9, kind: 'TEAM', percent: '2.25' }
    await answerCall(page, PLAN, [
      { ...row, label: 'direct' },
      { ...team, label: 'Everybody else' },
    ])
    await open(page, UNILEVEL)
    await expect(labels(page)).toHaveText(['Direct', 'Everybody else'])
    await expect(rows(page).locator('td:nth-child(2)')).toHaveText(['37.5%', '2.25%'])
    await expect(page.getByRole('article')).toContainText([
      'You earn on levels 2 to 9',
      '37.5% of the orders',
      'From 2.25% down to 2.25% of the orders on the lines below the people you invited, 8 in all.',
    ])
    await expect(page.getByRole('group', { name: 'Period' })).toHaveCount(0)
  })

  test('BON-021 each failed load says so and can be retried', async ({ page, signIn }) => {
    await signIn(SAPPHIRE)
    const repairPlan = await failCall(page, PLAN, { code: 'not_found' })
    await open(page, UNILEVEL)
    await expect(page.getByRole('alert').getByText(COULD_NOT)).toBeVisible()
    await repairPlan()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(rows(page)).toHaveCount(5)
    const repair = await failCall(page, '/v1/bonus/months', { code: 'not_found' })
    await page.reload()
    const own = region(page, 'Your unilevel bonus this month')
    await expect(own.getByText(COULD_NOT)).toBeVisible()
    await expectAccessible(page)
    await repair()
    await own.getByRole('button', { name: 'Retry' }).click()
    await expect(own.getByRole('definition')).toHaveText([
      '81,600.00000000 UPT',
      '0.00000000 UPT',
      '81,600.00000000 UPT',
    ])
  })
})

test('the unilevel sums lead to the bookings of the month, each with its explanation', async ({
  page,
  signIn,
}) => {
  await signIn(SAPPHIRE)
  await open(page, UNILEVEL)
  const own = region(page, 'Your unilevel bonus this month')
  await own.getByRole('link', { name: '81,600.00000000 UPT' }).click()
  await expect(page).toHaveURL(/\/transactions\/bonuses\?kind=DIRECT&from=\d{4}-\d\d-01$/)
  await expect(page.getByRole('row')).toHaveCount(5)
  await page.getByRole('button', { name: '+48,000.00000000 UPT' }).click()
  await expect(page.getByRole('dialog')).toContainText('Your share is 40%.')
})
