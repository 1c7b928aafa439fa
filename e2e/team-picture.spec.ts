import type { Page } from '@playwright/test'

import { openBackPage } from './drawn-pages.ts'
import { failCall, slowCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { IS_MIRRORED } from './other-language.ts'
import {
  expectAccessible,
  expectFits,
  expectReadable,
  layoutShift,
  TEAM_WIDTHS,
} from './page-checks.ts'
import { expectCells } from './tables.ts'

const PICTURE = '/en/team/tree?view=picture'

/** Lines of 60, 30 and 8 %, and four lines that are too small to be drawn. */
const TEAM = {
  name: 'Anna Kay',
  legs: [
    {
      name: 'Marco Tan',
      turnover: '100.00',
      below: [
        { name: 'Ines Fay', turnover: '200.00', below: [{ name: 'Hana Kim', turnover: '100.00' }] },
        { name: 'Tomas Way', turnover: '200.00' },
      ],
    },
    { name: 'Lena Voss', turnover: '300.00' },
    { name: 'Yuki Sun', turnover: '80.00' },
    ...['Priya Das', 'Omar Bey', 'Diego Rua', 'Leo Gray'].map((name) => ({
      name,
      turnover: '5.00',
    })),
  ],
} as const

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Picture' })
const picture = (page: Page) => panel(page).getByRole('group', { name: /^Legs sized by/ })
const field = (page: Page, name: string) =>
  picture(page).getByRole('button', { name: new RegExp(`^${name}[,、،]`) })
const person = (page: Page) => panel(page).getByRole('region', { name: 'Selected person' })
const list = (page: Page) => panel(page).getByRole('table')
const path = (page: Page) => panel(page).getByRole('navigation', { name: 'Path in the team' })
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true })

async function openAt(page: Page, width: number, address = PICTURE): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(address)
  await expect(field(page, 'Marco Tan')).toBeVisible()
}

/** The size of a field along the axis on which lines are beside each other, as a share of the picture. */
async function shareOf(page: Page, name: string, side: 'width' | 'height'): Promise<number> {
  const [part, whole] = [await field(page, name).boundingBox(), await picture(page).boundingBox()]
  return Math.round((part![side] / whole![side]) * 100)
}

test.describe('the team picture', () => {
  test('every line is as wide as its turnover, below its partner', async ({ page, signIn }) => {
    await signIn(TEAM)
    await openAt(page, 1280)
    await expect(page.getByRole('tab', { name: 'Picture' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    const share = (name: string) => shareOf(page, name, 'width')
    expect(await Promise.all(['You', 'Marco Tan', 'Lena Voss', 'Yuki Sun'].map(share))).toEqual([
      100, 60, 30, 8,
    ])
    expect(await Promise.all(['Ines Fay', 'Tomas Way', 'Hana Kim'].map(share))).toEqual([
      30, 20, 10,
    ])
    const [you, marco, ines] = await Promise.all(
      ['You', 'Marco Tan', 'Ines Fay'].map((name) => field(page, name).boundingBox()),
    )
    expect(you!.y + you!.height).toBeLessThanOrEqual(marco!.y)
    expect(marco!.y + marco!.height).toBeLessThanOrEqual(ines!.y)
    const [end, inner] = [marco!, ines!].map(({ x, width }) => x + width)
    if (IS_MIRRORED) expect(inner).toBeCloseTo(end!, 3)
    else expect(ines!.x).toBe(marco!.x)
    await expect(field(page, 'Marco Tan').locator('[aria-hidden]')).toHaveText([
      'Marco Tan',
      '600.00',
      '60.0%',
    ])
    await expect(field(page, 'Marco Tan')).toHaveAccessibleName(
      'Marco Tan, Free, 600.00 EUR, 60.0%',
    )
    await expect(picture(page).getByTitle('4 more')).toBeVisible()
    await expect(panel(page).getByText('1,000.00 EUR team turnover')).toBeVisible()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectReadable(page)
  })

  test('is a sentence and a list, too; the old picture stays, dimmed, while the next one loads', async ({
    page,
    signIn,
  }) => {
    await signIn(TEAM)
    await openAt(page, 1280)
    await expect(
      panel(page).getByText(
        'Marco Tan’s leg holds 60.0% of your team turnover, Lena Voss’s 30.0% and Yuki Sun’s 8.0%. The other 4 legs together hold 2.0%.',
      ),
    ).toBeVisible()
    await expect(list(page)).toHaveAccessibleName('Legs of the next line by turnover')
    await expectCells(list(page).locator('tbody tr'), [
      [/Marco Tan/, 'Free', '600.00', '60.0%', 'Ines Fay'],
      [/Lena Voss/, 'Free', '300.00', '30.0%', '–'],
      [/Yuki Sun/, 'Free', '80.00', '8.0%', '–'],
      [/4 more/, '–', '20.00', '2.0%', '–'],
    ])
    const release = await slowCall(page, '/v1/team/picture')
    await list(page).getByRole('button', { name: 'Marco Tan' }).click()
    await expect(picture(page)).toHaveCSS('opacity', '0.6')
    await expect(field(page, 'You')).toBeVisible()
    await release()
    await expect(field(page, 'You')).toHaveCount(0)
    await expect(picture(page)).toHaveCSS('opacity', '1')
    await expect(list(page).locator('tbody tr')).toHaveText([/Ines Fay/, /Tomas Way/])
    await expect(field(page, 'Marco Tan')).toBeFocused()
    await panel(page).getByText('Show as list').click()
    await expect(list(page)).toBeHidden()
  })

  test('by people, and by activity', async ({ page, signIn }) => {
    await signIn(TEAM)
    await openAt(page, 1280)
    await button(page, 'People').click()
    await expect(button(page, 'People')).toHaveAttribute('aria-pressed', 'true')
    await expect(field(page, 'Marco Tan')).toHaveAccessibleName('Marco Tan, Free, 4 people, 40.0%')
    expect(await shareOf(page, 'Marco Tan', 'width')).toBe(40)
    await expect(panel(page).getByText('10 people', { exact: true })).toBeVisible()
    await expect(panel(page).getByText(/^Marco Tan’s leg holds 40\.0% of the people/)).toBeVisible()
    await button(page, 'Active').click()
    await expect(field(page, 'Lena Voss')).toHaveAccessibleName(
      'Lena Voss, Active, 1 person, 10.0%',
    )
    await expect(field(page, 'Priya Das')).toHaveAccessibleName(
      'Priya Das, Inactive, 1 person, 10.0%',
    )
    const colourOf = (name: string) =>
      field(page, name).evaluate((part) => getComputedStyle(part).backgroundColor)
    expect(await colourOf('Lena Voss')).not.toBe(await colourOf('Priya Das'))
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectReadable(page)
    await page.setViewportSize({ width: 400, height: 900 })
    await expect(field(page, 'Hana Kim')).toHaveCount(0)
    await expectReadable(page)
  })

  test('the first click selects, the second opens, the path leads back', async ({
    page,
    signIn,
  }) => {
    await signIn(TEAM)
    await openAt(page, 1280)
    await expect(button(page, 'Zoom in')).toHaveCount(0)
    // A partner without a team cannot be opened.
    for (let clicks = 0; clicks < 2; clicks += 1) {
      await field(page, 'Yuki Sun').click()
      await expect(person(page)).toContainText('Yuki Sun')
      await expect(button(page, 'Zoom in')).toHaveCount(0)
    }
    await field(page, 'Ines Fay').click()
    await expect(field(page, 'Ines Fay')).toHaveAttribute('aria-current', 'true')
    await expect(person(page)).toContainText('Ines Fay')
    await expect(person(page)).toContainText('in the leg of Marco Tan')
    await expect(person(page).getByRole('definition')).toHaveText([
      '300.00 EUR',
      '30.0%',
      '200.00 EUR',
    ])
    await expect(path(page).getByRole('listitem')).toHaveCount(1)
    await field(page, 'Ines Fay').click()
    await expect(path(page).getByRole('listitem')).toHaveText([/Anna Kay/, /Marco Tan/, /Ines Fay/])
    await expect(panel(page).getByText('300.00 EUR leg turnover')).toBeVisible()
    expect(await shareOf(page, 'Hana Kim', 'width')).toBe(33)
    await expect(field(page, 'Hana Kim')).toHaveAccessibleName('Hana Kim, Free, 100.00 EUR, 10.0%')
    await page.reload()
    await expect(field(page, 'Hana Kim')).toBeVisible()
    await path(page).getByRole('link', { name: 'Marco Tan' }).click()
    await expect(field(page, 'Tomas Way')).toBeVisible()
    await page.goBack()
    await expect(field(page, 'Hana Kim')).toBeVisible()
    await expect(field(page, 'Tomas Way')).toHaveCount(0)
  })

  test('Zoom in opens the selected partner; links lead to the tree and to the search of the whole team', async ({
    page,
    signIn,
  }) => {
    await signIn(TEAM)
    await openAt(page, 1280)
    await field(page, 'Marco Tan').click()
    await button(page, 'Zoom in').click()
    await expect(path(page).getByRole('listitem')).toHaveCount(2)
    await expect(field(page, 'Marco Tan')).toBeFocused()
    await expect(
      panel(page).getByText(
        'Marco Tan’s leg holds 60.0% of your team turnover. Ines Fay’s leg holds 50.0% of it.',
      ),
    ).toBeVisible()
    await button(page, 'One level up').click()
    await expect(field(page, 'You')).toBeVisible()
    await expect(button(page, 'One level up')).toBeDisabled()

    await field(page, 'Ines Fay').click()
    await panel(page).getByRole('link', { name: 'Open in tree' }).click()
    const tree = page.getByRole('tabpanel', { name: 'Tree' })
    await expect(tree.getByRole('table')).toHaveAccessibleName('Team of Ines Fay, line 3')
    await expect(tree.getByRole('listitem')).toHaveText([/Anna Kay/, /Marco Tan/, /Ines Fay/])
    await page.goBack()
    await panel(page).getByRole('link', { name: 'Find a person' }).click()
    await expect(page).toHaveURL(/\/en\/team\/my\?search=/)
    await expect(page.getByRole('button', { name: 'Whole team' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })
})

test.describe('the keyboard in the picture', () => {
  test('arrow keys move between fields, Enter selects and opens, Escape goes up; on phones lines are columns', async ({
    page,
    signIn,
  }) => {
    await signIn(TEAM)
    await openAt(page, 1280)
    const press = (...keys: string[]) =>
      keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
    await field(page, 'You').focus()
    await press('ArrowDown')
    await expect(field(page, 'Marco Tan')).toBeFocused()
    await press('ArrowRight', 'ArrowRight', 'ArrowRight')
    await expect(field(page, 'Yuki Sun')).toBeFocused()
    await press('ArrowLeft', 'ArrowLeft', 'ArrowDown', 'ArrowRight')
    await expect(field(page, 'Tomas Way')).toBeFocused()
    await press('ArrowUp')
    await expect(field(page, 'Marco Tan')).toBeFocused()
    await expect(person(page)).toContainText('You')
    await press('Enter')
    await expect(person(page)).toContainText('Marco Tan')
    await press('Enter')
    await expect(field(page, 'You')).toHaveCount(0)
    await expect(field(page, 'Marco Tan')).toBeFocused()
    await press('ArrowDown')
    await expect(field(page, 'Ines Fay')).toBeFocused()
    await press('Escape')
    await expect(field(page, 'You')).toBeVisible()
    await expect(person(page)).toContainText('Marco Tan')
    await expect(field(page, 'Ines Fay')).toBeFocused()
    // The whole picture is one tab stop: the selected partner.
    await press('Tab', 'Shift+Tab')
    await expect(field(page, 'Marco Tan')).toBeFocused()

    await page.setViewportSize({ width: 400, height: 900 })
    await expect(field(page, 'Hana Kim')).toHaveCount(0)
    expect(await shareOf(page, 'Marco Tan', 'height')).toBe(60)
    expect(await shareOf(page, 'Marco Tan', 'width')).toBe(33)
    await field(page, 'You').focus()
    await press('ArrowRight')
    await expect(field(page, 'Marco Tan')).toBeFocused()
    await press('ArrowDown')
    await expect(field(page, 'Lena Voss')).toBeFocused()
    await press('ArrowLeft')
    await expect(field(page, 'You')).toBeFocused()
  })

  test('in Arabic the picture and its keys are mirrored', async ({ page, signIn }) => {
    await signIn({ ...TEAM, language: 'ar' })
    const part = (name: string) =>
      page
        .getByRole('tabpanel')
        .locator('.icicle')
        .getByRole('button', { name: new RegExp(name) })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/ar/team/tree?view=picture')
    await expect(part('Hana Kim')).toBeVisible()
    for (const [width, along] of [
      [1280, 'ArrowLeft'],
      [400, 'ArrowDown'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect(part('Hana Kim')).toHaveCount(Number(width === 1280))
      await part('Marco Tan').focus()
      await page.keyboard.press(along)
      await expect(part('Lena Voss')).toBeFocused()
      const [you, marco, lena] = await Promise.all(
        ['أنت', 'Marco Tan', 'Lena Voss'].map((name) => part(name).boundingBox()),
      )
      if (width === 1280) expect(marco!.x).toBeGreaterThan(lena!.x)
      else expect(you!.x).toBeGreaterThan(marco!.x)
    }
  })
})

test.describe('states of the picture', () => {
  test('without any turnover it offers to count people', async ({ page, signIn }) => {
    await signIn({ legs: [{ name: 'Marco Tan', below: [{ name: 'Ines Fay' }] }] })
    await page.goto(PICTURE)
    await expect(panel(page).getByText('No turnover in this team yet')).toBeVisible()
    await expect(panel(page).getByText(/holds/)).toHaveCount(0)
    await expectAccessible(page)
    await button(page, 'Size by people').click()
    await expect(field(page, 'Marco Tan')).toHaveAccessibleName('Marco Tan, Free, 2 people, 100.0%')
  })

  test('a failure shows its reason and a retry; the address of another partner’s team is dropped', async ({
    page,
    signIn,
  }) => {
    await signIn(TEAM)
    const repair = await failCall(page, '/v1/team/picture', { code: 'not_found' })
    await page.goto(`${PICTURE}&search=bm90aGluZw`)
    await expect(panel(page).getByRole('alert')).toContainText('Data could not be loaded')
    await expectAccessible(page)
    await repair()
    await button(page, 'Retry').click()
    await expect(field(page, 'You')).toBeVisible()
    await expect(field(page, 'Marco Tan')).toBeVisible()
    await expect(page).toHaveURL(/\/en\/team\/tree\?view=picture$/)
  })

  test('keeps its place while it loads', async ({ page, signIn }) => {
    await signIn(TEAM)
    for (const width of [400, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const release = await slowCall(page, '/v1/team/picture')
      await page.goto(PICTURE)
      await expect(panel(page).getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
      if (width === 400) await expectAccessible(page)
      await release()
      await expect(field(page, 'Marco Tan')).toBeVisible()
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.05)
    }
  })
})

test.describe('every width of the picture', () => {
  test('fits in German and Arabic', async ({ page, signIn }) => {
    await signIn({ ...TEAM, language: 'de' })
    for (const language of ['de', 'ar']) {
      await openBackPage(page, `/${language}/team/tree?view=picture`)
      const part = page.locator('.icicle').getByRole('button', { name: /Lena Voss/ })
      await expectFits(page, { widths: TEAM_WIDTHS, isDrawn: () => expect(part).toBeVisible() })
    }
  })
})
