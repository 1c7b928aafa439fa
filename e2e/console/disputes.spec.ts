import { getConsoleDisputes } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { answerCall, failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { COULD_NOT, expectAccessible } from '../page-checks.ts'
import { as, officeAddress } from '../http.ts'
import { consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'
import { expectSound } from './sound.ts'

const TEXT = 'I was active on that day. Why is it so low?'

let operator: Operator
test.beforeAll(async () => {
  operator = await makeOperator(['finance', 'support'])
})
test.beforeEach(({ context }) => giveConsole(context, operator))

/** Writes a template for answers to disputes, in English. */
async function addTemplate(page: Page, name: string, text: string): Promise<void> {
  await page.goto(consoleAddress('/inbox/templates'))
  await page.getByRole('button', { name: 'New template' }).click()
  const dialog = page.getByRole('dialog', { name: 'New template' })
  await dialog.getByRole('combobox', { name: 'For' }).selectOption('Answers to disputes')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Text' }).fill(text)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name })).toBeVisible()
}

test('DSP-005 DSP-006 DSP-007 DSP-008 a dispute is read, taken up, asked back, corrected and answered', async ({
  page,
  signIn,
}) => {
  const partner = await signIn({
    active: true,
    legs: [{ name: 'Grace Hopper', turnover: '10000.00' }],
  })
  const history = (await as(partner)(
    'GET',
    officeAddress('/v1/bonus/history?bonusTypes=DIRECT'),
  )) as { content: { id: number }[] }
  const body = { recordId: history.content[0]!.id, text: TEXT }
  const { id } = (await as(partner)('POST', officeAddress('/v1/disputes'), body)) as { id: number }

  const template = `Late order ${id}`
  await addTemplate(page, template, '{firstName}, {amount} ({dispute})')
  await page.goto(consoleAddress('/disputes?state=open'))
  await expectSound(page)
  const list = page.getByRole('region', { name: 'Disputes' })
  await list.getByRole('link', { name: String(id), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Dispute ${id}` })).toBeVisible()
  await expect(page.getByText(TEXT)).toBeVisible()
  await expect(page.getByText('Nothing differs')).toBeVisible()
  await expectSound(page)

  await page.getByRole('button', { name: 'Take up' }).click()
  await expect(page.getByRole('button', { name: 'Take over' })).toBeVisible()

  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New adjustment' })
  await expect(dialog.getByLabel('Number of the partner')).toHaveValue(String(partner.id))
  await expect(dialog.getByLabel('Number of the line')).toHaveValue(String(body.recordId))
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await expect(page.getByText('Write in the language of the partner: English.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Template' }).selectOption(template)
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(
    new RegExp(`, {amount} \\(${id}\\)$`),
  )
  await expect(page.getByRole('button', { name: 'Send answer' })).toHaveAccessibleDescription(
    /\{amount\}/,
  )
  await page.getByRole('textbox', { name: 'Amount for {amount}' }).fill('5 EUR')
  await page.getByRole('button', { name: 'Fill in' }).click()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(
    new RegExp(`, 5 EUR \\(${id}\\)$`),
  )
  await page.getByLabel('Text', { exact: true }).fill('Ваш заказ пришёл поздно, мы проверим его.')
  await expect(page.getByText('does not seem to be in the language of the partner')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Text', { exact: true }).fill('The rule was applied as it is written.')
  await expect(page.getByText('does not seem to be in the language of the partner')).toBeHidden()
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('The rule was applied as it is written.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Store note' })).toBeVisible()
})

test('SCR-001 SCR-002 disputes: loading, none, error', async ({ page }) => {
  const { path } = getConsoleDisputes
  const arrive = await slowCall(page, path)
  await page.goto(consoleAddress('/disputes'))
  await expect(page.locator('table[aria-busy]').first()).toBeVisible()
  await expectAccessible(page)
  await arrive()
  const fill = await answerCall(page, path, { content: [], total: 0 })
  await page.goto(consoleAddress('/disputes'))
  await expect(page.getByText('No disputes.').first()).toBeVisible()
  await fill()
  await failCall(page, path, 'down')
  await page.goto(consoleAddress('/disputes'))
  await expect(page.getByText(COULD_NOT).first()).toBeVisible()
  await expectAccessible(page)
})
