import { readFile } from 'node:fs/promises'

import { getTree } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { makeNetwork, type Member } from '../network.ts'
import { consoleAddress, giveConsole, makeOperator } from './operator.ts'
import { expectSound } from './sound.ts'

const DAY_MS = 86_400_000
const LISE: Member = { name: 'Lise Treeova', turnover: '20333.33' }
const GRACE: Member = { name: 'Grace Treeova', below: [LISE] }
const ADA: Member = { name: 'Ada Treeova', below: [GRACE] }

/** The members have registered 90 days ago, and their orders were paid within the last hours. */
let ada: number
test.beforeAll(async () => {
  ada = await makeNetwork(ADA)
})
test.beforeEach(async ({ context }) => giveConsole(context, await makeOperator(['viewer'])))

const dayAgo = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

const open = (page: Page, day: string) =>
  page.goto(consoleAddress(`/tree?partner=${ada}&day=${day}`))

test('PAS-001 the subtree of a past day, what differs from today, and the way down and up', async ({
  page,
}) => {
  await page.goto(consoleAddress('/tree'))
  await expect(page.getByText('Choose a partner and a day')).toBeVisible()
  await expectSound(page)
  await page.getByLabel('Number of the partner').fill(String(ada))
  await page.getByLabel('End of the day, UTC').fill(dayAgo(30))
  await page.getByRole('button', { name: 'Show' }).click()
  const row = page.getByRole('row', { name: /Grace Treeova/ })
  await expect(row.getByRole('cell')).toHaveText([
    /^Free.* today Amber$/,
    '1',
    '1',
    '0',
    '0.00 EUR',
    '20,333.33 EUR',
    '+20,333.33 EUR',
  ])
  await expect(page.getByRole('figure', { name: 'Team turnover' })).toBeVisible()
  await expect(page.getByText('Month of the chosen day')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Show the numbers' }).click()
  const numbers = page.getByRole('table', { name: 'Team at the end of each month' })
  await expect(numbers.getByRole('row').last().getByRole('cell')).toHaveText(['20,333.33 EUR', '2'])
  await expectSound(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await row.getByRole('link').first().click()
  await expect(page.getByRole('row', { name: /Lise Treeova/ })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Way from the root' })
    .getByRole('link', { name: 'Ada Treeova' })
    .click()
  await expect(row).toBeVisible()
})

test('PAS-001 EXP-004 the file has the partner and the first line, with figures and ranks of both days', async ({
  page,
}) => {
  await open(page, dayAgo(30))
  await expect(page.getByRole('row', { name: /Grace Treeova/ })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  const [head, top, first] = text.replace('\uFEFF', '').trimEnd().split('\n')
  expect(head).toContain('line,id,firstName,lastName,country,registeredAt,rangThen,rangToday')
  expect(top).toContain(`0,${ada},Ada,Treeova`)
  expect(first).toMatch(/^1,\d+,Grace,Treeova,/)
})

test('PAS-001 SCR-001 loading, a day before the first registration, an unknown partner, and a failure', async ({
  page,
}) => {
  const release = await slowCall(page, getTree.path)
  await open(page, dayAgo(30))
  await expect(page.getByRole('heading', { name: 'Tree', level: 1 })).toBeVisible()
  await expectSound(page)
  await release()
  await expect(page.getByRole('row', { name: /Grace Treeova/ })).toBeVisible()
  await open(page, '1999-01-01')
  await expect(page.getByText(/^The day is today or later, or before the first/)).toBeVisible()
  await expectSound(page)
  await page.goto(consoleAddress(`/tree?partner=999999999999&day=${dayAgo(30)}`))
  await expect(page.getByText('There is no partner with this number')).toBeVisible()
  await failCall(page, getTree.path, { code: 'data_not_ready' })
  await open(page, dayAgo(30))
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
})
