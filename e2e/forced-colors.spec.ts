import type { Page } from '@playwright/test'

import { openBackPage } from './drawn-pages.ts'
import { expect, test } from './fixtures.ts'
import type { PartnerOptions } from './partners.ts'

const RUBY: PartnerOptions = {
  active: true,
  verified: true,
  twoFactor: true,
  legs: [
    { name: 'Grace Hopper', turnover: '60000.00', active: true },
    { name: 'Katherine Johnson', turnover: '30000.00' },
    { name: 'Mary Jackson', turnover: '8000.00' },
  ],
}

type Mark = {
  /** An element, or an element and its pseudo-element. */
  readonly mark: string
  readonly pseudo?: '::before' | '::after'
  readonly by: 'background-color' | 'border-block-end-color' | 'outline-style' | 'stroke'
  /** What it has to differ from, besides the device's background. */
  readonly from?: string
}

/** What each page shows by colours alone. */
const PAGES: Readonly<Record<string, readonly Mark[]>> = {
  '/en/bonuses/rank': [
    { mark: '.lane > .tone-leg1', by: 'background-color' },
    { mark: '.lane > .tone-leg2', by: 'background-color', from: '.lane > .tone-leg1' },
    {
      mark: '.progress-bar > .tone-others',
      by: 'background-color',
      from: '.progress-bar > .tone-leg2',
    },
    { mark: '.progress-bar', by: 'outline-style', from: 'main' },
    { mark: '.lane', by: 'outline-style', from: 'main' },
    { mark: '.cap-mark', by: 'background-color' },
    { mark: '.legend', pseudo: '::before', by: 'background-color' },
    { mark: '.legend.tick', pseudo: '::before', by: 'background-color' },
    {
      mark: '.navigation a[aria-current]',
      by: 'background-color',
      from: '.navigation a:not([aria-current])',
    },
    { mark: '.ladder > .active', by: 'outline-style', from: '.ladder > :not(.active)' },
    { mark: 'tr[aria-current]', by: 'outline-style', from: 'tr:not([aria-current])' },
  ],
  '/en/bonuses/rank?view=missing': [{ mark: '.lane > .tone-leg1', by: 'background-color' }],
  '/en/bonuses/unilevel': [
    { mark: '.ring-arc', by: 'stroke', from: '.ring-track' },
    {
      mark: '.segments [aria-pressed="true"]',
      by: 'background-color',
      from: '.segments [aria-pressed="false"]',
    },
  ],
  '/en/bonuses': [
    { mark: '.month-bars .tone-leg1', by: 'background-color' },
    { mark: '.month-bars > span', by: 'outline-style', from: 'main' },
  ],
  '/en/bonuses/lifestyle': [
    {
      mark: '[role="tab"][aria-selected="true"]',
      by: 'border-block-end-color',
      from: '[role="tab"][aria-selected="false"]',
    },
  ],
  '/en/profile/notifications': [
    { mark: '.switch', pseudo: '::after', by: 'background-color' },
    { mark: '.switch:checked', by: 'background-color', from: '.switch:not(:checked)' },
  ],
  '/en/payout': [
    {
      mark: '.payout-stepper > [aria-current] i',
      by: 'background-color',
      from: '.payout-stepper > :not([aria-current]) i',
    },
  ],
  '/en/team/tree?view=picture': [{ mark: '.part', by: 'outline-style', from: 'main' }],
}

test('in the colours of the device, bars, edges, and what is chosen or current stay visible', async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(RUBY)
  const unseen: string[] = []
  for (const [address, marks] of Object.entries(PAGES)) {
    await openBackPage(page, address)
    for (const each of marks) {
      await expect(page.locator(each.mark).first(), `${address} ${each.mark}`).toBeAttached()
      if (!(await isSeen(page, each))) unseen.push(`${address} ${each.mark} ${each.by}`)
    }
  }
  expect(unseen).toEqual([])
})

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

/** Whether a mark differs from another one, and its colour from the device's background. */
function isSeen(page: Page, mark: Mark): Promise<boolean> {
  return page.evaluate(({ mark: selector, pseudo, by, from }) => {
    const styleOf = (of: string) => {
      const element = document.querySelector(of)
      return element && getComputedStyle(element, pseudo).getPropertyValue(by)
    }
    const canvas = document.createElement('i')
    canvas.style.backgroundColor = 'Canvas'
    document.body.append(canvas)
    const { backgroundColor } = getComputedStyle(canvas)
    canvas.remove()
    const unlike = [backgroundColor, 'rgba(0, 0, 0, 0)', null]
    return ![...unlike, ...(from === undefined ? [] : [styleOf(from)])].includes(styleOf(selector))
  }, mark)
}
