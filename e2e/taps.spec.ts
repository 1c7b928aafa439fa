import type { Locator, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import type { PartnerOptions } from './partners.ts'

const PHONE = { width: 400, height: 850 }
/** The height of a phone's keyboard. */
const KEYBOARD = 320

/** Ada, on the way to Ruby: Grace's leg is above its cap. Rosalind is three lines below, with a phone. */
const ADA: PartnerOptions = {
  name: 'Ada Lovelace',
  active: true,
  verified: true,
  twoFactor: true,
  legs: [
    {
      name: 'Grace Hopper',
      contacts: { phone: '+44 20 7946 0958' },
      turnover: '60000.00',
      active: true,
      below: [
        {
          name: 'Annie Easley',
          below: [{ name: 'Rosalind Franklin', contacts: { phone: '+44 20 7946 0000' } }],
        },
      ],
    },
    { name: 'Katherine Johnson', turnover: '30000.00' },
    { name: 'Mary Jackson', turnover: '8000.00' },
    { name: 'Dorothy Vaughan', turnover: '4000.00' },
  ],
}

test.use({ viewport: PHONE, hasTouch: true })

/** Counts what a thumb has to hit; typing and scrolling are no taps. */
function thumb(): {
  readonly tap: (target: Locator) => Promise<void>
  readonly taps: () => number
} {
  let count = 0
  return {
    tap: async (target) => {
      count += 1
      await target.tap()
    },
    taps: () => count,
  }
}

async function fromDashboard(page: Page): Promise<ReturnType<typeof thumb>> {
  await page.goto('/en/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  return thumb()
}

const mainPage = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name })

const region = (page: Page, name: string) => page.getByRole('region', { name })
const balance = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'UPT balance' }) })

test('daily tasks on a phone: each takes few taps', async ({ page, signIn }) => {
  test.setTimeout(180_000)
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    navigator.share = async (data) => void shared.push(data)
  })
  const { authenticator } = await signIn(ADA)

  await test.step('the balance: 0', async () => {
    await fromDashboard(page)
    await expect(balance(page)).toContainText(/[1-9][\d\s,.]* UPT/)
  })
  await test.step('how long the account is active: 1', async () => {
    const { tap, taps } = await fromDashboard(page)
    await tap(page.getByRole('button', { name: 'Open menu' }))
    await expect(page.getByRole('dialog', { name: 'Menu' })).toContainText('Ada Lovelace')
    expect(taps()).toBe(1)
  })
  await test.step('the current and the next rank: 0', async () => {
    await fromDashboard(page)
    await expect(region(page, 'Current rank')).toContainText(/Sapphire.*Ruby/)
  })
  await test.step('the active partners of the first line: 0', async () => {
    await fromDashboard(page)
    await expect(region(page, 'Team')).toContainText('Active, first line4 / 4')
  })
  await test.step('the history of the balance: 1', async () => {
    const { tap, taps } = await fromDashboard(page)
    await tap(balance(page).getByRole('link', { name: 'Bonus history' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Bonus history' })).toBeVisible()
    expect(taps()).toBe(1)
  })
  await test.step('why the last bonus: 1', async () => {
    const { tap, taps } = await fromDashboard(page)
    await region(page, 'Your invite links').scrollIntoViewIfNeeded()
    await tap(region(page, 'Your month so far').getByRole('button', { name: / UPT$/ }))
    await expect(
      page.getByRole('dialog', { name: 'How this amount was calculated' }),
    ).toContainText('Calculation')
    expect(taps()).toBe(1)
  })
  await test.step('what is missing to the next rank: 1', async () => {
    const { tap, taps } = await fromDashboard(page)
    await tap(region(page, 'Current rank').getByRole('link', { name: 'What is missing' }))
    await expect(page.getByRole('heading', { level: 1, name: 'What is missing' })).toBeVisible()
    expect(taps()).toBe(1)
  })
  await test.step('who is capped: 2', async () => {
    const { tap, taps } = await fromDashboard(page)
    await tap(region(page, 'Current rank').getByRole('button', { name: '50% rule' }))
    const rule = page.getByRole('dialog', { name: '50% rule for Ruby' })
    await expect(rule).toContainText(/Grace Hopper.*Leg 1, at most 50%/)
    expect(taps()).toBeLessThanOrEqual(2)
  })
  await test.step('contact a partner of the first line: 2', async () => {
    const { tap, taps } = await fromDashboard(page)
    // The phone would open its dialler.
    await page.evaluate(() => {
      const dialled: string[] = []
      Object.assign(window, { dialled })
      addEventListener('click', (event) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null
        if (link?.protocol !== 'tel:') return
        event.preventDefault()
        dialled.push(link.href)
      })
    })
    await tap(mainPage(page, 'Team'))
    const grace = page.getByRole('article', { name: 'Grace Hopper' })
    await tap(grace.getByRole('link', { name: /^Call/ }))
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { dialled: string[] }).dialled))
      .toEqual(['tel:+442079460958'])
    expect(taps()).toBe(2)
  })
  await test.step('find a person of the downline: 2, call them: 3', async () => {
    const { tap, taps } = await fromDashboard(page)
    await tap(mainPage(page, 'Team'))
    await tap(page.getByRole('button', { name: 'Whole team' }))
    await page.getByRole('searchbox', { name: 'Name' }).fill('Rosalind')
    const found = page.getByRole('article', { name: 'Rosalind Franklin' })
    await expect(found).toBeVisible()
    // In sight above the keyboard.
    const top = async (): Promise<number> => (await found.boundingBox())?.y ?? PHONE.height
    await expect.poll(top).toBeLessThan(PHONE.height - KEYBOARD)
    expect(taps()).toBe(2)
    await expect(found.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', /^tel:/)
  })
  await test.step('request a payout: 4, and the code', async () => {
    const { tap, taps } = await fromDashboard(page)
    const goOn = page.getByRole('button', { name: 'Continue' })
    await tap(page.getByRole('main').getByRole('link', { name: 'New payout' }))
    await tap(page.getByText('UPT bonus to UPT wallet'))
    await tap(goOn)
    await page
      .getByRole('textbox', { name: 'Wallet address' })
      .fill('0x7f3a91c25be04d8863aa10f7c2e95b7d4410de8f')
    await page.getByRole('textbox', { name: 'Amount' }).fill('100')
    await tap(goOn)
    expect(taps()).toBe(4)
    await expect(page.getByRole('textbox', { name: '6-digit code' })).toBeFocused()
    await page.keyboard.type(await authenticator!.nextCode())
    await expect(page.getByRole('heading', { name: 'Payout accepted' })).toBeVisible()
  })
  await test.step('the state of a payout: 1', async () => {
    const { tap, taps } = await fromDashboard(page)
    await tap(mainPage(page, 'Payouts'))
    const payouts = page.getByRole('list', { name: 'Payouts' })
    await expect(payouts).toContainText('100.00000000 UPT')
    await expect(payouts).toContainText('Pending')
    expect(taps()).toBe(1)
  })
  await test.step('a statement: 2', async () => {
    const { tap, taps } = await fromDashboard(page)
    await tap(mainPage(page, 'Payouts'))
    await tap(page.getByRole('tab', { name: 'Statements' }))
    await expect(page).toHaveURL(/\/transactions\/reports$/)
    expect(taps()).toBe(2)
  })
  await test.step('share my link: 1', async () => {
    const { tap, taps } = await fromDashboard(page)
    await tap(page.getByRole('button', { name: 'Share the link' }).first())
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared.length))
      .toBe(1)
    expect(taps()).toBe(1)
  })
  await test.step('change the language: 2', async () => {
    const { tap, taps } = await fromDashboard(page)
    await tap(page.getByRole('contentinfo').getByRole('link', { name: 'Deutsch' }))
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    expect(taps()).toBeLessThanOrEqual(2)
  })
})
