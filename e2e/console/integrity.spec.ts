import { failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { COULD_NOT, expectAccessible } from '../page-checks.ts'
import { consoleAddress, giveConsole, makeOperator } from './operator.ts'
import { expectSound } from './sound.ts'

test('AUD-005 AUD-007 integrity: the last verification, heads as one signed text, and its later check', async ({
  page,
  context,
}) => {
  await giveConsole(context, await makeOperator(['viewer', 'admin']))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const call = '/console/v1/integrity'
  const arrive = await slowCall(page, call)
  await page.goto(consoleAddress('/integrity'))
  await expect(page.getByRole('heading', { name: 'Integrity', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await arrive()
  await expect(page.getByRole('table', { name: 'Heads of the chains' })).toBeVisible()
  await expectSound(page)

  await page.getByRole('button', { name: 'Copy as signed text' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Copied', { exact: true }).last()).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toMatch(/^partner-office-heads\/1\n[^]*\nsignature \S+\n$/)
  await page.getByLabel('Signed text').fill(text)
  await page.getByRole('button', { name: 'Check the text' }).click()
  await expect(page.getByText('The chains of today contain every head of this text.')).toBeVisible()
  await expectSound(page)
  await page.getByLabel('Signed text').fill(text.replace(/^(audit \d+ )./m, '$1x'))
  await page.getByRole('button', { name: 'Check the text' }).click()
  await expect(page.getByText('The text was not checked.')).toBeVisible()
  await expectAccessible(page)

  await page.goto(consoleAddress('/system'))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText(/^No differences in \d+ checks/)).toBeVisible({ timeout: 60_000 })
  await page.goto(consoleAddress('/integrity'))
  await page.locator('a[href*="/system?job="]').click()
  await expect(page.getByText(/^No differences in \d+ checks/)).toBeVisible()
  await failCall(page, call, 'down')
  await page.goto(consoleAddress('/integrity'))
  await expect(page.getByText(COULD_NOT)).toBeVisible()
  await expectAccessible(page)
})
