import { readFile } from 'node:fs/promises'

import { getImport, getImportMappings, getImports } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { answerCall, failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { makeNetwork } from '../network.ts'
import { COULD_NOT, expectAccessible } from '../page-checks.ts'
import { consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'
import { expectSound } from './sound.ts'

const DAY_MS = 86_400_000
const GOOD = 'The file has no problem. It is imported as a whole when you confirm it.'

/** All tests of this file look at pages of the same operator, and import orders of the same buyer. */
let operator: Operator
let buyer: number
test.beforeAll(async () => {
  operator = await makeOperator(['finance'])
  buyer = await makeNetwork({ name: 'Mary Jackson' })
})
test.beforeEach(({ context }) => giveConsole(context, operator))

let lastOrder = 0

/** An unused number: other specs use none as large. */
const orderId = (): number => 500_000_000 + 100 * buyer + (lastOrder += 1)

/** The newest day of the past that can also be read with day and month in each other's place. */
function doubtfulDay(): { readonly written: string; readonly iso: string } {
  let at = Date.now() - DAY_MS
  while (new Date(at).getUTCDate() > 12 || isTwin(at)) at -= DAY_MS
  const iso = new Date(at).toISOString().slice(0, 10)
  return { written: iso.split('-').toReversed().join('/'), iso }
}

const isTwin = (at: number): boolean => new Date(at).getUTCDate() === new Date(at).getUTCMonth() + 1

/** When an order was paid. */
const yesterday = (): string => new Date(Date.now() - DAY_MS).toISOString()

const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\r\n')}\r\n`),
})

/** Uploads a file of orders; its page is open then. */
async function upload(page: Page, file: ReturnType<typeof csv>): Promise<void> {
  await page.goto(consoleAddress('/imports'))
  await page.getByRole('button', { name: 'Upload a file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload a file' })
  await expect(dialog.getByRole('combobox', { name: 'Content' })).toHaveValue('orders')
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Import \d/, level: 1 })).toBeVisible()
  await expect(page.getByRole('table', { name: 'First lines of the file' })).toBeVisible()
}

const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

test('ORC-007 ORC-008 ORC-009 ORC-010 ORC-011 a file of a German shop is recognised, checked and imported', async ({
  page,
}) => {
  const { written, iso } = doubtfulDay()
  await upload(
    page,
    csv('bestellungen.csv', [
      'Bestellnummer;Kundennummer;Bezahlt am;Betrag',
      `${orderId()};${buyer};${written};1.234,56`,
      `${orderId()};${buyer};${written};65,44`,
    ]),
  )
  await expect(field(page, 'Separator')).toHaveValue(';')
  await expect(field(page, 'Amounts')).toHaveValue('comma')
  await expect(field(page, 'Buyer').locator('option:checked')).toHaveText('Kundennummer')
  await expect(field(page, 'Dates')).toHaveValue('')
  await expect(page.getByText('The dates fit two forms, or none.')).toBeVisible()
  const check = page.getByRole('button', { name: 'Check the file' })
  await expect(check).toBeDisabled()
  await expect(check).toHaveAccessibleDescription(/form of the dates first/)
  await expectSound(page)

  await field(page, 'Dates').selectOption('dmy')
  await page.getByRole('button', { name: 'Apply' }).click()
  const read = page.getByRole('table', { name: 'The same lines as they are read' })
  await expect(read.getByRole('row').nth(1)).toContainText(iso)
  await expect(read.getByRole('row').nth(1)).toContainText('1234.56')
  await expect(page.getByText('The dates fit two forms, or none.')).toHaveCount(0)

  await check.click()
  await expect(page.getByText(GOOD)).toBeVisible()
  const month = page.getByRole('table', { name: 'Months' }).getByRole('row').nth(1)
  await expect(month).toContainText(iso.slice(0, 7))
  await expect(month).toContainText('1,300.00 EUR')
  await expectSound(page)

  await page.getByRole('textbox', { name: 'Reason' }).fill('orders of the German shop')
  await page.getByRole('button', { name: 'Import the file' }).click()
  await expect(page.getByText('2 orders were imported.')).toBeVisible()
  await expect(page.getByText('orders of the German shop')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete the file' })).toHaveCount(0)
  await expectSound(page)
  await page.goto(consoleAddress(`/orders?partner=${buyer}`))
  await expect(page.getByRole('row', { name: /Mary Jackson/ }).first()).toBeVisible()
  await expect(page.getByText('1,234.56 EUR')).toBeVisible()
})

test('ORC-010 ORC-014 bad lines are named as text, on the page and as a file, and nothing can be imported', async ({
  page,
}) => {
  await upload(
    page,
    csv('orders.csv', [
      'orderId,partnerId,paidAt,amount',
      ...[10, 20, 30, 40, 50, 60].map(
        (euros) => `${orderId()},${buyer},${yesterday()},${euros}.00`,
      ),
      `${orderId()},${buyer},${yesterday()},=1+1`,
      `${orderId()},${buyer},${yesterday()},<b>much</b>`,
    ]),
  )
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('The file has 2 problems.')).toBeVisible()
  const problems = page.getByRole('table', { name: 'Problems' })
  await expect(problems.getByRole('row')).toHaveCount(3)
  await expect(problems.getByRole('row').nth(1)).toContainText('=1+1')
  await expect(problems.getByRole('row').nth(2)).toContainText('<b>much</b>')
  await expect(page.getByRole('button', { name: 'Import the file' })).toHaveCount(0)
  await expectSound(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'All problems as CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toMatch(/\b8,amount,'=1\+1,/)

  await page.getByRole('button', { name: 'Delete the file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete the file?' })
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Delete the file' }).click()
  await expect(page.getByRole('heading', { name: 'Imports', level: 1 })).toBeVisible()
})

test('ORC-013 a mapping is saved under a name and proposed for the next file with the same header', async ({
  page,
}) => {
  const name = `Shop ${buyer}`
  const file = () =>
    csv('shop.csv', [`Number ${buyer},Who,When,Much`, `${orderId()},${buyer},${yesterday()},10.00`])
  await upload(page, file())
  const columns = { 'Order number': '0', Buyer: '1', Paid: '2', 'Amount in EUR': '3' }
  for (const each of Object.keys(columns)) await field(page, each).selectOption('')
  for (const [each, column] of Object.entries(columns)) {
    await field(page, each).selectOption(column)
  }
  await page.getByRole('textbox', { name: 'Source' }).fill(name)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('The file is read in another way now')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name of the mapping' }).fill(name)
  await page.getByRole('button', { name: 'Save the mapping' }).click()
  await expect(page.getByText('The mapping is saved')).toBeVisible()

  await upload(page, file())
  await expect(page.getByRole('textbox', { name: 'Source' })).toHaveValue(name)
  for (const [each, column] of Object.entries(columns)) {
    await expect(field(page, each)).toHaveValue(column)
  }
  await page.goto(consoleAddress('/imports'))
  await expect(page.getByRole('table', { name: 'Saved mappings' })).toContainText(name)
  await expectSound(page)
  await page.getByRole('button', { name: `Delete the mapping ${name}` }).click()
  await expect(page.getByText('The mapping is deleted')).toBeVisible()
  await expect(page.getByRole('button', { name: `Delete the mapping ${name}` })).toHaveCount(0)
})

test('SCR-001 SCR-002 imports: loading, none, error, and an unknown one says so', async ({
  page,
}) => {
  const arrive = await slowCall(page, getImports.path)
  await page.goto(consoleAddress('/imports'))
  await expect(page.locator('table[aria-busy]').first()).toBeVisible()
  await expectAccessible(page)
  await arrive()
  const fill = await answerCall(page, getImports.path, { content: [] })
  const refill = await answerCall(page, getImportMappings.path, { content: [] })
  await page.goto(consoleAddress('/imports'))
  await expect(page.getByText('No file was uploaded yet.')).toBeVisible()
  await expect(page.getByText('No mapping is saved yet.')).toBeVisible()
  await expectSound(page)
  await fill()
  await refill()
  await failCall(page, getImports.path, 'down')
  await page.goto(consoleAddress('/imports'))
  await expect(page.getByText(COULD_NOT)).toBeVisible()
  await expectAccessible(page)
  await page.goto(consoleAddress('/imports/999999999999'))
  await expect(page.getByText('There is no such import.')).toBeVisible()
  await expectSound(page)
  await failCall(page, getImport.path.replace(':id', '1'), 'down')
  await page.goto(consoleAddress('/imports/1'))
  await expect(page.getByText(COULD_NOT)).toBeVisible()
  await expectAccessible(page)
})
