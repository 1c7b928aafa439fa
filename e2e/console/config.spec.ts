import { readFile } from 'node:fs/promises'

import { failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { office } from '../operators.ts'
import { COULD_NOT, expectAccessible } from '../page-checks.ts'
import { consoleAddress, giveConsole, makeOperator } from './operator.ts'
import { expectSound } from './sound.ts'

test.beforeEach(async ({ context }) => {
  await giveConsole(context, await makeOperator(['admin', 'finance']))
})

test('CNF-001 CNF-002 CNF-003 CNF-004 EXP-004 a setting is found, checked while typed, changed, and exported', async ({
  page,
}) => {
  const call = '/console/v1/config/settings'
  const arrive = await slowCall(page, call)
  await page.goto(consoleAddress('/config?find=retryGiveUp'))
  await expect(page.locator('table[aria-busy]')).toBeVisible()
  await expectAccessible(page)
  await arrive()
  await expect(page.getByRole('link', { name: 'retryGiveUpMs' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'retryGiveUpMs' })
  await expect(panel.getByLabel('Value')).toBeVisible()
  for (const wrong of ['soon', '-1', '']) {
    await panel.getByLabel('Value').fill(wrong)
    await expect(panel.getByRole('alert')).toContainText('must be')
  }
  await expectSound(page)
  await panel.getByLabel('Value').fill('61000')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The setting was changed')).toBeVisible()
  await expect(panel.getByRole('table', { name: 'History' })).toContainText('61000')
  expect(await office('config list')).toMatch(/^retryGiveUpMs\t61000\b/m)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/^retryGiveUpMs,61000,/)
  await panel.getByRole('button', { name: 'Back to the default' }).click()
  await expect(panel.getByRole('table', { name: 'History' })).toContainText('The default again')

  await page.goto(consoleAddress('/config?find=nothing-at-all'))
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await failCall(page, call, 'down')
  await page.goto(consoleAddress('/config'))
  await expect(page.getByText(COULD_NOT)).toBeVisible()
  await expectAccessible(page)
})

test('CNF-005 CNF-006 CNF-009 rates with history and the form for several; countries with who lives there', async ({
  page,
}) => {
  await page.goto(consoleAddress('/config?tab=rates'))
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await expectSound(page)
  await page.locator('tbody').getByRole('link').first().click()
  await expect(page.getByRole('figure', { name: 'The rate over time' })).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Set rates' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set rates' })
  await dialog.getByRole('textbox').first().fill('1000')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Set one rate' }).click()
  await dialog.getByRole('button', { name: 'Propose these rates' }).click()
  const preview = page.getByRole('dialog', { name: 'Propose rates' })
  await expect(preview.getByLabel(/^Reason/)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Countries' }).click()
  const germany = page.getByRole('checkbox', { name: 'Bar buying: Germany' })
  await expect(germany).toBeVisible()
  await expectSound(page)
  await germany.check()
  await page.getByRole('button', { name: 'Save one country' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The countries were changed')).toBeVisible()
  await expect(germany).toBeChecked()
  await germany.uncheck()
  await page.getByRole('button', { name: 'Save one country' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(germany).not.toBeChecked()
})

test('EXP-004 EXP-006 own exports wait on their page, and are saved and deleted there', async ({
  page,
}) => {
  await page.goto(consoleAddress('/exports'))
  await expect(page.getByText('You have exported nothing in the last 7 days.')).toBeVisible()
  await expectSound(page)
  await page.goto(consoleAddress('/config?tab=countries'))
  const made = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await made
  await page.goto(consoleAddress('/exports'))
  const row = page.getByRole('row', { name: /Countries/ })
  await expect(row).toContainText('Done')
  await expectSound(page)
  const again = page.waitForEvent('download')
  await row.getByRole('link').click()
  expect(await readFile(await (await again).path(), 'utf8')).toMatch(/^\uFEFFcode,partners/)
  await row.getByRole('button', { name: /^Delete/ }).click()
  await expect(page.getByText('You have exported nothing in the last 7 days.')).toBeVisible()
  await failCall(page, '/console/v1/exports', 'down')
  await page.goto(consoleAddress('/exports'))
  await expect(page.getByText(COULD_NOT)).toBeVisible()
  await expectAccessible(page)
})
