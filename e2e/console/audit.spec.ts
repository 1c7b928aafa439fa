import { readFile } from 'node:fs/promises'

import { failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { COULD_NOT, expectAccessible } from '../page-checks.ts'
import { consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'
import { expectSound } from './sound.ts'

let operator: Operator
test.beforeAll(async () => {
  operator = await makeOperator(['admin'])
})
test.beforeEach(({ context }) => giveConsole(context, operator))

test('AUD-001 AUD-004 EXP-004 audit log: filters, an entry, the chain and both kinds of files', async ({
  page,
  context,
}) => {
  const call = '/console/v1/audit'
  const arrive = await slowCall(page, call)
  await page.goto(consoleAddress(`/audit?actor=${encodeURIComponent(operator.email)}`))
  await expect(page.locator('table[aria-busy]')).toBeVisible()
  await expectAccessible(page)
  await arrive()
  const rows = page.locator('tbody tr')
  await expect(rows.first()).toContainText(operator.email)

  // By keyboard: a filter more, the row, its drawer and back.
  await page.keyboard.press('/')
  await page.getByRole('button', { name: 'What', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('What', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('console sign-in')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/command=console\+sign-in/)
  await expect(rows).toHaveCount(1)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: /^Entry \d+$/ })
  await expect(panel.getByText(operator.email)).toBeVisible()
  await expectSound(page)
  const second = await context.newPage()
  await second.goto(page.url())
  await expect(second.getByRole('complementary', { name: /^Entry \d+$/ })).toBeVisible()
  await expect(second.locator('tbody tr')).toHaveCount(1)
  await second.close()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(rows.first().getByRole('link').first()).toBeFocused()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${operator.email},console sign-in`)
  await expect(page.getByText('One row was exported')).toBeVisible()

  await page.getByRole('button', { name: 'Check the chain' }).click()
  await expect(page.getByText(/^The chain holds: [\d,]+ entries were checked/)).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Whole log' }).click()
  const whole = page.waitForEvent('download')
  await page.getByRole('link', { name: 'JSON lines with hashes' }).click()
  const [first = ''] = (await readFile(await (await whole).path(), 'utf8')).split('\n')
  expect(JSON.parse(first)).toEqual({ text: expect.any(String), hash: expect.any(String) })

  await page.goto(consoleAddress('/audit?object=nothing-at-all'))
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await expectSound(page)
  await failCall(page, call, 'down')
  await page.goto(consoleAddress('/audit'))
  await expect(page.getByText(COULD_NOT)).toBeVisible()
  await expectAccessible(page)
})
