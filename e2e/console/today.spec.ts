import {
  type CallReply,
  getToday,
  postAcknowledgement,
  postProposal,
} from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { makeNetwork } from '../network.ts'
import { COULD_NOT, expectAccessible, layoutShift } from '../page-checks.ts'
import {
  callAs,
  consoleAddress,
  giveConsole,
  idOf,
  invite,
  makeOperator,
  type Operator,
} from './operator.ts'
import { expectSound } from './sound.ts'

/** All tests of this file look at pages of the same operator. */
let operator: Operator
test.beforeAll(async () => {
  operator = await makeOperator(['finance', 'support', 'admin'])
})
test.beforeEach(({ context }) => giveConsole(context, operator))

const title = (page: Page) => page.getByRole('heading', { name: 'Today', level: 1 })
const alerts = (page: Page) => page.getByRole('region', { name: 'List of alerts' })

test('TOD-001 the console opens on what waits; a count is the total of its list', async ({
  page,
}) => {
  // One waits for the operator; the own one waits for somebody else.
  for (const proposer of [await makeOperator(['admin']), operator]) {
    const object = String(await idOf(await makeOperator(['viewer'])))
    const asked = { kind: 'role', object, values: { roles: ['finance'] } }
    await callAs(proposer, postProposal.path, { ...asked, reason: 'agreed in the meeting' })
  }
  await page.goto(consoleAddress('/'))
  await expect(title(page)).toBeVisible()
  await expect(page).toHaveURL(/\/console\/today$/)
  const row = page.getByRole('listitem').filter({ hasText: /proposals? to approve/ })
  const list = page.locator('main').getByRole('table', { name: 'Approvals' })
  const more = page.getByRole('button', { name: 'Load more' })
  // Other specs make and decide proposals meanwhile: both pages are looked at until nothing came between them.
  await expect(async () => {
    await page.goto(consoleAddress('/today'))
    await expect(row).toBeVisible()
    const drawn = /^(One|[\d,]+) /.exec((await row.locator('.work-text').textContent()) ?? '')
    await row.getByRole('link').click()
    await expect(page).toHaveURL(/\/console\/proposals\?forMe=true$/)
    await expect(page.getByRole('heading', { name: 'Approvals', level: 1 })).toBeVisible()
    await expect(list).not.toHaveAttribute('aria-busy')
    while ((await more.count()) > 0) await more.click()
    const count = drawn?.[1] === 'One' ? 1 : Number(drawn?.[1]?.replaceAll(',', ''))
    expect(count).toBeGreaterThan(0)
    expect(
      await list
        .locator('tbody tr')
        .filter({ has: page.locator('.row-name') })
        .count(),
    ).toBe(count)
  }).toPass({ timeout: 60_000 })
})

test('TOD-008 the open month is drawn as open, and each month before it as over', async ({
  page,
}) => {
  // Its partners have registered three months ago.
  await makeNetwork({ active: true })
  let length = 0
  // The figures of the charts are kept for a moment.
  await expect(async () => {
    const answer = page.waitForResponse((response) => response.url().endsWith('/today/charts'))
    await page.goto(consoleAddress('/today'))
    const { data } = (await (await answer).json()) as { data: { months: readonly object[] } }
    ;({ length } = data.months)
    expect(length).toBeGreaterThan(1)
  }).toPass({ timeout: 75_000 })
  const box = page.locator('section').filter({ hasText: 'Partners by month' }).last()
  const columns = box.locator('svg').first().locator('.chart-column')
  await expect(columns).toHaveCount(length)
  const isOpen = await columns.evaluateAll((all) =>
    all.map(({ classList }) => classList.contains('still-open')),
  )
  expect(isOpen).toEqual(Array.from({ length }, (_, at) => at === length - 1))
  await expect(box.locator('.chart-key')).toHaveText('Not over yet')
  const [past, open] = await Promise.all(
    [columns.nth(length - 2), columns.last()].map((one) =>
      one.evaluate((drawn) => {
        const { fill, opacity, fillOpacity } = getComputedStyle(drawn)
        return [fill, opacity, fillOpacity].join(' ')
      }),
    ),
  )
  expect(open).not.toBe(past)
})

test('SCR-001 SCR-002 TOD-007 today: loading, full, numbers, a dialog, error', async ({ page }) => {
  const call = '/console/v1/today'
  const arrive = await slowCall(page, call)
  await page.goto(consoleAddress('/today'))
  await expect(title(page)).toBeVisible()
  await expectAccessible(page)
  await arrive()
  await expect(alerts(page).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Partners by month' })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Show the numbers' }).last().click()
  await expect(page.getByRole('button', { name: 'Show the charts' })).toBeFocused()
  await expectAccessible(page)
  await alerts(page).getByRole('button', { name: 'Silence' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Silence this alert?' })).toBeVisible()
  await expectAccessible(page)
  await failCall(page, call, 'down')
  await page.goto(consoleAddress('/today'))
  await expect(page.getByText(COULD_NOT)).toBeVisible()
  await expectAccessible(page)
})

test('TOD-007 the numbers of each chart are those of the call', async ({ page }) => {
  const answer = page.waitForResponse((response) => response.url().endsWith('/today/charts'))
  await page.goto(consoleAddress('/today'))
  const { data } = (await (await answer).json()) as {
    data: { months: { newPartners: number; active: number }[] }
  }
  const box = page.getByRole('region', { name: 'Partners by month' }).first()
  await box.getByRole('button', { name: 'Show the numbers' }).click()
  const shown = await box
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
    )
  const whole = (count: number) => count.toLocaleString('en-GB')
  expect(shown).toEqual(
    data.months.map(({ newPartners, active }) => [whole(newPartners), whole(active)]),
  )
})

/** Confirms what other specs did outside four eyes: the page shows the oldest hundred. */
async function confirmOutsideActs(): Promise<void> {
  const { alerts: open } = await callAs<CallReply<typeof getToday>>(operator, getToday.path)
  for (const { object } of open.filter(({ acts }) => acts.includes('acknowledge')).slice(1)) {
    await callAs(operator, postAcknowledgement.path, { entry: Number(object) })
  }
}

test('TOD-009 APR-017 what another process does is here within five seconds, and nothing moves', async ({
  page,
}) => {
  await confirmOutsideActs()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(consoleAddress('/today'))
  await expect(alerts(page).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Partners by month' })).toBeVisible()
  await expect(page.getByText(/^Figures as of /)).toBeVisible()
  const before = await layoutShift(page)
  const rows = alerts(page).getByRole('listitem').filter({ hasText: 'operator add' })
  const count = await rows.count()
  // The command that gives a role over money is an act outside four eyes.
  await invite(`outside-${Date.now()}@example.com`, ['finance'])
  // Two seconds until the leader looks, two until the page asks; a busy machine may take longer.
  await expect.poll(() => rows.count()).toBeGreaterThan(count)
  // A number in the menu may get another digit meanwhile, and is centred.
  expect(await layoutShift(page)).toBeCloseTo(before, 4)
  const row = rows.last()
  await row.getByRole('button', { name: 'I have seen it' }).click()
  await expect(page.getByText('Confirmed: you have seen it').first()).toBeVisible()
})

test('SCR-003 today without a mouse: the page, what waits, an alert and its dialog', async ({
  page,
}) => {
  await page.goto(consoleAddress('/me'))
  await expect(page.getByText('This session', { exact: true })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(title(page)).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
  const silence = alerts(page).getByRole('button', { name: 'Silence' }).first()
  await silence.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(silence).toBeFocused()
})
