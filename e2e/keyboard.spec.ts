import type { Locator, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'

const MOST_STOPS = 80

/** Moves the focus forward to an element; fails if the keyboard does not stop there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Moves to an element and presses Enter. */
async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Moves to a field and types. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

test('by keyboard alone: find a partner, request a payout, send a ticket', async ({
  page,
  signIn,
}) => {
  const { authenticator } = await signIn({
    verified: true,
    twoFactor: true,
    legs: [{ name: 'Grace Hopper', turnover: '10000.00' }, { name: 'Ada Lovelace' }],
  })
  await page.goto('/en/dashboard')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const field = (name: string) => page.getByRole('textbox', { name })

  await press(page, menu.getByRole('link', { name: 'Team', exact: true }))
  await expect(page).toHaveURL(/\/en\/team\/my$/)
  await type(page, page.getByRole('searchbox', { name: 'Name' }), 'Grace')
  await expect(page.getByRole('article', { name: 'Ada Lovelace' })).toBeHidden()
  await expect(page.getByRole('article', { name: 'Grace Hopper' })).toBeVisible()

  await press(page, menu.getByRole('link', { name: 'New payout' }))
  // A group of radio buttons is one stop; arrows move inside.
  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /UPT bonus to UPT wallet/ })).toBeChecked()
  await press(page, button('Continue'))
  await type(page, field('Wallet address'), `0x${'a'.repeat(40)}`)
  await type(page, field('Amount'), '100')
  await press(page, button('Continue'))
  await expect(field('6-digit code')).toBeFocused()
  await page.keyboard.type(await authenticator!.nextCode())
  await expect(page.getByRole('heading', { name: 'Payout accepted' })).toBeVisible()

  await press(page, menu.getByRole('link', { name: 'Support' }))
  await press(page, button(/^General question/))
  await type(page, field('What happened'), 'My screen reader reads the balance twice.')
  await press(page, page.getByRole('form').getByRole('button', { name: 'Send' }))
  const thanks = page.getByRole('dialog', { name: 'Thank you' })
  await expect(thanks).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(thanks).toBeHidden()
})
