import { getJobs } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { answerCall, failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { COULD_NOT, expectAccessible } from '../page-checks.ts'
import { consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'
import { expectSound } from './sound.ts'

// One after the other: a job of a kind runs once at a time.
test.describe.configure({ mode: 'default' })

/** All tests of this file look at pages of the same operator. */
let operator: Operator
test.beforeAll(async () => {
  operator = await makeOperator(['admin'])
})
test.beforeEach(({ context }) => giveConsole(context, operator))

const open = async (page: Page): Promise<void> => {
  await page.goto(consoleAddress('/system'))
  await expect(page.getByRole('table', { name: 'Processes' })).toContainText('Serves')
  await expect(page.getByRole('region', { name: 'Versions' })).toContainText('Schema')
}

test('SYS-001 SYS-002 SYS-006 SCR-001 SCR-002 system: loading, full, none, error', async ({
  page,
}) => {
  const arrive = await slowCall(page, '/console/v1/system/processes')
  await page.goto(consoleAddress('/system'))
  await expect(page.locator('table[aria-busy]').first()).toBeVisible()
  await expectAccessible(page)
  await arrive()
  await open(page)
  await expectSound(page)
  const fill = await answerCall(page, getJobs.path, { content: [] })
  await open(page)
  await expect(page.getByText('No job was started yet.')).toBeVisible()
  await fill()
  await failCall(page, '/console/v1/system/backups', 'down')
  await open(page)
  await expect(page.getByText(COULD_NOT)).toBeVisible()
  await expectAccessible(page)
})

test('SYS-003 SYS-006 OBS-008 the doctor runs from the page, by keyboard, and shows its findings', async ({
  page,
}) => {
  await open(page)
  await page.getByRole('button', { name: 'Run office doctor' }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: /^Job \d+$/ })
  await expect(panel).toContainText('Done', { timeout: 60_000 })
  await expect(
    panel.getByRole('listitem').or(panel.getByText('nothing wrong')).first(),
  ).toBeVisible()
  await expectAccessible(page)
  const [, id] = /job=(\d+)/.exec(page.url()) ?? []
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('link', { name: `Doctor ${id}`, exact: true })).toBeFocused()
})

test('SYS-003 SCR-004 the address holds filter and open job; what it has found is there again', async ({
  page,
}) => {
  await open(page)
  await page.getByRole('button', { name: 'Run office doctor' }).click()
  const panel = page.getByRole('complementary', { name: /^Job \d+$/ })
  await expect(panel).toContainText('Done', { timeout: 60_000 })
  await expect(page).toHaveURL(/\?job=\d+$/)
  await page.reload()
  const first = page.url()
  await panel.getByRole('button', { name: 'Start again' }).click()
  await expect(page).not.toHaveURL(first)
  await expect(panel).toContainText('Done', { timeout: 60_000 })
  await page.goto(consoleAddress('/system?kind=doctor&state=DONE'))
  await expect(page.getByRole('link', { name: /^Doctor \d+$/ }).first()).toBeVisible()
  await page.goto(consoleAddress('/system?kind=doctor&state=FAILED'))
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
})
