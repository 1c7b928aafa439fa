import { readFile } from 'node:fs/promises'

import { type CallReply, getConsoleCountries } from '@partner-office/contracts'

import { changeCall, failCall, slowCall } from '../faults.ts'
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

test('CNF-005 CNF-006 rates with history and the form for several', async ({ page }) => {
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
})

test('CNF-009 countries with who lives there are barred, and allowed again', async ({ page }) => {
  const germany = page.getByRole('checkbox', { name: 'Bar buying: Germany' })
  type Countries = CallReply<typeof getConsoleCountries>
  // Some rows look as all do.
  await changeCall<Countries>(page, getConsoleCountries.path, ({ content, ...rest }) => ({
    ...rest,
    content: content.filter(({ code }, at) => at < 9 || code === 'DE'),
  }))
  await page.goto(consoleAddress('/config?tab=countries'))
  await expect(germany).toBeVisible()
  await expectSound(page)
  await page.unrouteAll()
  await page.goto(consoleAddress('/config'))
  await page.getByRole('tab', { name: 'Countries' }).click()
  await expect(germany).toBeVisible()
  const before = await germany.isChecked()
  for (const barred of [!before, before]) {
    await germany.setChecked(barred)
    await page.getByRole('button', { name: 'Save one country' }).click()
    const asked = page.getByRole('dialog')
    await asked.getByRole('button', { name: 'Save' }).click()
    await expect(asked).toBeHidden()
    await expect(germany).toBeChecked({ checked: barred })
  }
  await expect(page.getByText('The countries were changed').first()).toBeVisible()
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

test('CNF-007 a post looks in the office as in the preview', async ({ page, signIn }) => {
  const title = 'The autumn campaign begins'
  await page.goto(consoleAddress('/config?tab=news'))
  await page.getByRole('button', { name: 'Write a post' }).click()
  const panel = page.getByRole('complementary', { name: 'Write a post' })
  await panel.getByLabel('Title').fill(title)
  await panel.getByLabel('Category').fill('Product')
  await panel.getByLabel('Appears').fill('soon')
  await expect(panel.getByText('must be a day such as 2026-11-01')).toBeVisible()
  await panel.getByLabel('Appears').fill('2026-01-02')
  await panel
    .getByLabel('Text', { exact: true })
    .fill('Until **December** all rates stay.\n\n- one\n- two\n\n<script>alert(1)</script>')
  const preview = panel.getByRole('region', { name: 'As the office shows it' })
  await expect(preview.getByRole('listitem')).toHaveText(['one', 'two'])
  const shown = await preview.locator('.written-content').innerHTML()
  await expectSound(page)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The post was saved')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(title) })).toContainText('Published')

  await signIn()
  await page.goto('/en/dashboard')
  await page.getByRole('button', { name: /^News/ }).click()
  await page.getByRole('button', { name: new RegExp(title) }).click()
  const content = page.locator('.news-entry', { hasText: title }).locator('.written-content')
  await expect(content).toBeVisible()
  expect(await content.innerHTML()).toBe(shown)

  await page.goto(consoleAddress('/config?tab=news'))
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The post was deleted')).toBeVisible()
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
})

test('CNF-008 CNF-009 CNF-010 documents, events and languages are shown and changed', async ({
  page,
}) => {
  await page.goto(consoleAddress('/config?tab=documents'))
  await expect(page.getByText(/accepted this list\.$/)).toBeVisible()
  await expectSound(page)
  await page.locator('tbody').getByRole('link').first().click()
  const panel = page.getByRole('complementary')
  await panel.getByLabel('New file for German').setInputFiles({
    name: 'terms.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(
      '%PDF-1.4\n<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>\n%%EOF',
    ),
  })
  await expect(panel.getByText('The file was not stored.')).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Change the list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the list of documents' })
  await dialog.getByLabel('Name').first().fill('Other rules')
  await expect(dialog.getByText(/must accept the documents again\.$/)).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Events' }).click()
  await page.getByRole('button', { name: 'Add an event' }).click()
  await page.getByLabel('Title').fill('A day in autumn')
  for (const label of ['Registration begins', 'Registration ends', 'The event ends']) {
    await page.getByLabel(label).fill('2027-01-02T10:00')
  }
  await expectSound(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /A day in autumn/ })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Remove A day in autumn' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('row', { name: /A day in autumn/ })).toHaveCount(0)

  await page.goto(consoleAddress('/config?tab=languages&find=Abmelden'))
  await expect(page.getByText(/^(One text was|\d+ texts were) found\.$/)).toBeVisible()
  const german = page.getByRole('row', { name: 'German Abmelden', exact: true })
  await expect(german.first()).toBeVisible()
  await expectSound(page)
})
