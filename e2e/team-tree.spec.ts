import { encodeTeamSearch } from '@partner-office/domain'
import type { Locator, Page } from '@playwright/test'

import { failCall, slowCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectFits, expectReadable, TEAM_WIDTHS } from './page-checks.ts'

const TREE = '/en/team/tree'

/** Two members with teams of their own, and more than a page of others. */
const TEAM = {
  name: 'Anna Kay',
  legs: [
    {
      name: 'Marco Tan',
      turnover: '500.00',
      contacts: { telegram: '@marco_t' },
      below: [
        { name: 'Ines Fay', turnover: '2140.00', below: [{ name: 'Hana Kim' }] },
        { name: 'Tomas Way', turnover: '760.50' },
      ],
    },
    {
      name: 'Lena Voss',
      turnover: '900.00',
      below: [{ name: 'Pedro Rae' }, { name: 'Kenji Ude' }, { name: 'Olga Ives' }],
    },
    { name: 'Yuki Sun', turnover: '1200.25' },
  ],
  firstLine: 23,
} as const

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Tree' })
const table = (page: Page) => panel(page).getByRole('table')
const rowOf = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) })
const head = (page: Page, name: string) =>
  table(page).getByRole('columnheader', { name, exact: true })
const path = (page: Page) => panel(page).getByRole('navigation', { name: 'Path in the team' })
const names = (rows: Locator) => rows.getByRole('rowheader').locator('bdi').allTextContents()

const openMenu = (page: Page, menu: string) =>
  page.getByRole('navigation', { name: menu }).locator('[aria-current="page"]')

async function openAt(page: Page, width: number, address = TREE): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(address)
  await expect(panel(page).getByText('Marco Tan')).toBeVisible()
}

/** The queries of the page's list; counts and pictures use other page sizes. */
function questionsOf(page: Page): URLSearchParams[] {
  const questions: URLSearchParams[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/v1/team' && searchParams.get('size') === '20') questions.push(searchParams)
  })
  return questions
}

test.describe('the team tree', () => {
  test('RTE-011 TRE-001 TRE-003 TRE-004 is a table on desktop, at its own address', async ({
    page,
    signIn,
  }) => {
    await signIn(TEAM)
    await openAt(page, 1280)
    await expect(page).toHaveURL(/\/en\/team\/tree$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Tree' })).toHaveAttribute('aria-selected', 'true')
    await expect(table(page)).toHaveAccessibleName('Team of Anna Kay, line 1')
    await expect(table(page).locator('tbody tr')).toHaveCount(20)
    await expect(panel(page).getByRole('listitem').filter({ hasText: 'Marco' })).toHaveCount(0)
    await expect(table(page).getByRole('columnheader')).toHaveText([
      'Level',
      'Partner',
      'Telegram',
      'Own turnover, EUR',
      'First line',
      'First-line turnover, EUR',
      'Team',
      'Team turnover, EUR',
      'Open',
    ])
    const marco = rowOf(page, 'Marco Tan')
    await expect(marco.getByRole('cell')).toHaveText([
      /Line 1/,
      /./,
      '500.00',
      '2',
      '2,900.50',
      '3',
      '2,900.50',
      '',
    ])
    await expect(marco.getByRole('rowheader').locator('svg.rank-gem')).toBeVisible()
    await expect(marco.getByRole('rowheader')).toContainText('Amber')

    await expect(page.getByRole('button', { name: 'Telegram: Lena Voss' })).toBeDisabled()
    await marco.getByRole('button', { name: 'Telegram: Marco Tan' }).click()
    const link = page.getByRole('link', { name: 'Open in Telegram' })
    await expect(link).toHaveAttribute('href', 'https://t.me/marco_t')
    await expect(page.getByRole('button', { name: 'Copy @marco_t' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(path(page)).not.toContainText('Marco Tan')
  })

  test('NAV-002 TRE-002 TRE-010 TRE-011 TRE-012 is cards on narrow windows, the sorted figure first', async ({
    page,
    signIn,
  }) => {
    await signIn(TEAM)
    await openAt(page, 400)
    await expect(openMenu(page, 'Main pages')).toHaveText('Team')
    const cards = panel(page)
      .getByRole('list', { name: 'Team of Anna Kay, line 1' })
      .getByRole('listitem')
    for (const width of [800, 400]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(table(page)).toHaveCount(0)
      await expect(cards).toHaveCount(20)
      const first = cards.first()
      await expect(first).toContainText('Marco Tan')
      await expect(first.getByRole('term')).toHaveText([
        'Team turnover, EUR',
        'Own turnover, EUR',
        'First-line turnover, EUR',
        'First line / team',
      ])
      await expect(first.getByRole('definition')).toHaveText([
        '2,900.50',
        '500.00',
        '2,900.50',
        '2 / 3',
      ])
    }
    const card = (name: string) => panel(page).getByRole('listitem').filter({ hasText: name })
    await card('Yuki Sun').getByText('Own turnover, EUR').click()
    await expect(card('Marco Tan')).toBeVisible()
    await card('Marco Tan').getByText('Own turnover, EUR').click()
    await expect(card('Ines Fay')).toContainText('2,140.00')
    await expect(path(page).getByRole('combobox')).toHaveValue('1')
    await expectAccessible(page)
    await path(page).getByRole('combobox').selectOption('Anna Kay')
    await expect(card('Marco Tan')).toBeVisible()
    await panel(page).getByLabel('Sort by').selectOption('First-line size, high to low')
    await expect(cards.first()).toContainText('Lena Voss')
    await expect(cards.first().getByRole('definition').first()).toHaveText('3 / 3')
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(openMenu(page, 'Menu')).toHaveText('Team')
  })
})

test.describe('the order of the tree', () => {
  test('TRE-008 TRE-009 TRE-017 requests 20 by the largest team turnover; the sort and filters of a search do not apply', async ({
    page,
    signIn,
  }) => {
    const { id, name } = await signIn(TEAM)
    const questions = questionsOf(page)
    const token = encodeTeamSearch({
      path: [{ id, name, flSize: 23 }],
      sort: 'registeredAt|asc',
      currentPage: 0,
      name: 'nobody',
      rank: 'RUBY',
      status: 'active',
      ranges: { flSize: { min: '1000' } },
      scope: 'downline',
    })
    for (const address of [TREE, `${TREE}?search=${token}`]) {
      await openAt(page, 1280, address)
      expect(questions.splice(0).map((question) => Object.fromEntries(question))).toEqual([
        { sponsorId: String(id), sort: 'teamTurnover|desc', page: '0', size: '20' },
      ])
    }
    await expect(head(page, 'Team turnover, EUR')).toHaveAttribute('aria-sort', 'descending')
    expect((await names(table(page))).slice(0, 2)).toEqual(['Marco Tan', 'Lena Voss'])
  })

  test('TRE-005 TRE-006 TRE-007 every other column begins with the largest; the keyboard reverses it, and back', async ({
    page,
    signIn,
  }) => {
    await signIn(TEAM)
    const questions = questionsOf(page)
    await openAt(page, 1280)
    for (const [name, field, first] of [
      ['Own turnover, EUR', 'ownTurnover', 'Yuki Sun'],
      ['First line', 'flSize', 'Lena Voss'],
      ['First-line turnover, EUR', 'flTurnover', 'Marco Tan'],
      ['Team', 'teamSize', 'Marco Tan'],
      ['Team turnover, EUR', 'teamTurnover', 'Marco Tan'],
    ] as const) {
      await head(page, name).getByRole('button').click()
      await expect(head(page, name)).toHaveAttribute('aria-sort', 'descending')
      await expect(table(page).locator('tbody tr').first()).toContainText(first)
      expect(questions.map((question) => question.get('sort'))).toContain(`${field}|desc`)
    }
    await expect(table(page).locator('th[aria-sort="none"]')).toHaveCount(4)
    for (const name of ['Level', 'Partner', 'Telegram', 'Open']) {
      await expect(head(page, name).getByRole('button')).toHaveCount(0)
      await expect(head(page, name)).not.toHaveAttribute('aria-sort')
    }

    const column = head(page, 'Team turnover, EUR')
    await column.getByRole('button').focus()
    await page.keyboard.press('Enter')
    await expect(column).toHaveAttribute('aria-sort', 'ascending')
    await expect(rowOf(page, 'Marco Tan')).toHaveCount(0)
    await expect(column.getByRole('button')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(column).toHaveAttribute('aria-sort', 'descending')
    await expect(table(page).locator('tbody tr').first()).toContainText('Marco Tan')
  })
})

test.describe('the way through the tree', () => {
  test('TRE-010 TRE-011 TRE-012 TRE-016 a row with a first line opens it, the breadcrumb leads back over dimmed rows', async ({
    page,
    signIn,
  }) => {
    await signIn(TEAM)
    await openAt(page, 1280)
    const address = page.url()
    const yuki = rowOf(page, 'Yuki Sun')
    await yuki.getByRole('cell').nth(3).click()
    await yuki.getByText('Yuki Sun').click()
    await expect(yuki.getByRole('link')).toHaveCount(0)
    expect(page.url()).toBe(address)
    await expect(path(page).getByRole('listitem')).toHaveCount(1)

    await rowOf(page, 'Marco Tan').getByRole('cell').nth(3).click()
    await expect(table(page)).toHaveAccessibleName('Team of Marco Tan, line 2')
    expect(await names(table(page))).toEqual(['Ines Fay', 'Tomas Way'])
    await expect(rowOf(page, 'Ines Fay').getByRole('cell').first()).toContainText('Line 2')
    await expect(path(page).getByRole('listitem')).toHaveText(['Anna Kay', /Line 1.*Marco Tan/])
    // The name is a link, for the keyboard and for opening a new tab.
    await rowOf(page, 'Ines Fay').getByRole('link', { name: 'Ines Fay' }).focus()
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 'Hana Kim')).toBeVisible()
    await expect(path(page).getByRole('listitem')).toHaveCount(3)
    // From here on the first line is not loaded.
    await page.reload()
    await expect(rowOf(page, 'Hana Kim')).toBeVisible()
    await path(page).getByRole('link', { name: 'Marco Tan' }).click()
    await expect(rowOf(page, 'Tomas Way')).toBeVisible()
    await page.goBack()
    await expect(rowOf(page, 'Hana Kim')).toBeVisible()
    await page.goForward()
    await expect(rowOf(page, 'Ines Fay')).toBeVisible()

    const release = await slowCall(page, '/v1/team')
    await path(page).getByRole('link', { name: 'Anna Kay' }).click()
    await expect(panel(page).locator('[aria-busy="true"]')).toHaveCSS('opacity', '0.6')
    await expect(rowOf(page, 'Ines Fay')).toBeVisible()
    await expectAccessible(page)
    // A step from a row of another line would omit the partners between.
    await rowOf(page, 'Ines Fay').getByRole('link', { name: 'Ines Fay' }).focus()
    await page.keyboard.press('Enter')
    await expect(path(page).getByRole('listitem')).toHaveText(['Anna Kay'])
    await release()
    await expect(rowOf(page, 'Lena Voss')).toBeVisible()
    await expect(rowOf(page, 'Ines Fay')).toHaveCount(0)
    await expect(panel(page).locator('[aria-busy="true"]')).toHaveCount(0)
  })

  test('TRE-013 TRE-015 a failure shows its reason and a retry; more rows of a line are appended', async ({
    page,
    signIn,
  }) => {
    await signIn(TEAM)
    const questions = questionsOf(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    const repair = await failCall(page, '/v1/team', { code: 'not_found' })
    await page.goto(TREE)
    const alert = panel(page).getByRole('alert')
    await expect(alert).toContainText('The team could not be loaded')
    await expect(alert).toContainText('This was not found.')
    await repair()
    const release = await slowCall(page, '/v1/team')
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(panel(page).getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
    await expectAccessible(page)
    await release()
    await expect(panel(page).getByText('20 of 23 shown')).toBeVisible()
    questions.splice(0)
    await panel(page).getByRole('button', { name: 'Load more' }).click()
    await expect(table(page).locator('tbody tr')).toHaveCount(23)
    await expect(panel(page).getByText('23 of 23 shown')).toBeVisible()
    await expect(panel(page).getByRole('button', { name: 'Load more' })).toHaveCount(0)
    expect(questions.map((question) => question.get('page'))).toEqual(['1'])
    await page.reload()
    await expect(table(page).locator('tbody tr')).toHaveCount(23)
  })

  test('TRE-014 an empty team shows a message, in the tree and in the picture', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await page.goto(TREE)
    await expect(panel(page).getByText('Nobody here yet')).toBeVisible()
    await expect(table(page)).toHaveCount(0)
    await page.getByRole('tab', { name: 'Picture' }).click()
    const picture = page.getByRole('tabpanel', { name: 'Picture' })
    await expect(picture.getByText('Nobody here yet')).toBeVisible()
    await expect(picture.getByRole('group', { name: /^Legs sized by/ })).toHaveCount(0)
  })
})

test.describe('every width of the tree', () => {
  test('fits in German', async ({ page, signIn }) => {
    await signIn({ ...TEAM, language: 'de' })
    await page.goto('/de/team/tree')
    await expect(page.getByRole('tab', { name: 'Baum' })).toBeVisible()
    const gems = page.getByRole('tabpanel').locator('svg.rank-gem')
    await expectFits(page, { widths: TEAM_WIDTHS, isDrawn: () => expect(gems).toHaveCount(20) })
  })

  test('names with and without a team are aligned, in Arabic too', async ({ page, signIn }) => {
    await signIn({ ...TEAM, language: 'ar' })
    await page.setViewportSize({ width: 400, height: 900 })
    await page.goto('/ar/team/tree')
    const beginOf = (name: string) =>
      page.getByText(name).evaluate((element) => {
        const text = document.createRange()
        text.selectNodeContents(element)
        return text.getBoundingClientRect().right
      })
    expect(await beginOf('Yuki Sun')).toBeCloseTo(await beginOf('Lena Voss'), 0)
  })

  test('is readable in the dark', async ({ page, signIn }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await signIn(TEAM)
    await openAt(page, 400)
    await expectReadable(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(table(page)).toBeVisible()
    await expectReadable(page)
  })
})
