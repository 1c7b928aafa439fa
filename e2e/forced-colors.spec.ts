import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'

type Mark = {
  /** An element, or an element and its pseudo-element. */
  readonly mark: string
  readonly pseudo?: '::before'
  readonly by: 'background-color'
}

test('in the colours of the device, the bottom bar marks the current page, and an empty box has no tick', async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setViewportSize({ width: 400, height: 800 })
  await signIn({ termsAccepted: false })
  await page.goto('/en/dashboard')
  const tick = page.locator('.check > i > svg').first()
  await expect(tick).toBeHidden()
  await page.getByRole('checkbox').first().check()
  await expect(tick).toBeVisible()
  const box: Mark = { mark: '.check > :checked + i', by: 'background-color' }
  expect(await isSeen(page, box)).toBe(true)

  await signIn()
  await page.goto('/en/dashboard')
  const current = page.locator('.bottombar [aria-current]')
  await expect(current).toBeVisible()
  const line: Mark = {
    mark: '.bottombar [aria-current]',
    pseudo: '::before',
    by: 'background-color',
  }
  expect(await isSeen(page, line)).toBe(true)
})

/** Whether a mark differs from the device's background. */
function isSeen(page: Page, mark: Mark): Promise<boolean> {
  return page.evaluate(({ mark: selector, pseudo, by }) => {
    const element = document.querySelector(selector)!
    const seen = getComputedStyle(element, pseudo).getPropertyValue(by)
    const canvas = document.createElement('i')
    canvas.style.backgroundColor = 'Canvas'
    document.body.append(canvas)
    const { backgroundColor } = getComputedStyle(canvas)
    canvas.remove()
    return seen !== backgroundColor && seen !== 'rgba(0, 0, 0, 0)'
  }, mark)
}
