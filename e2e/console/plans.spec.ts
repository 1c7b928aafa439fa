import { getPlanDrafts, getPlanVersions } from '@partner-office/contracts'
import { DEFAULT_PLAN_DOCUMENT, leavesOf, stepsOf, valueAt } from '@partner-office/domain'
import type { Page } from '@playwright/test'

import { answerCall, failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { COULD_NOT, expectAccessible } from '../page-checks.ts'
import { consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'
import { expectSound } from './sound.ts'

const textOf = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`

/** All tests of this file look at pages of the same operator. */
let operator: Operator
test.beforeAll(async () => {
  operator = await makeOperator(['plan'])
})
test.beforeEach(({ context }) => giveConsole(context, operator))

/** Begins a draft on the page; the editor is open then. */
async function begin(page: Page, name: string, from: string): Promise<void> {
  await page.goto(consoleAddress('/plan'))
  await page.getByRole('button', { name: 'New draft' }).click()
  const dialog = page.getByRole('dialog', { name: 'New draft' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Begins as').selectOption({ label: from })
  await dialog.getByRole('button', { name: 'Begin the draft' }).click()
  await expect(page.getByRole('heading', { name: `Draft: ${name}` })).toBeVisible()
}

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

/** What is typed for every value below a place of the default plan, by the names of the fields. */
function typedBelow(place: string, fields: ReadonlySet<string>): [string, string][] {
  const value = valueAt(DEFAULT_PLAN_DOCUMENT, stepsOf(place))
  if (fields.has(place)) {
    return [[place, Array.isArray(value) ? value.join(' ') : String(value ?? '')]]
  }
  if (Array.isArray(value)) {
    return [...value.keys()].flatMap((row) => typedBelow(`${place}[${row}]`, fields))
  }
  return Object.keys(value as object).flatMap((name) =>
    typedBelow(place === '' ? name : `${place}.${name}`, fields),
  )
}

/**
 * Writes every value below a place of the default plan into its field, in the page itself: hundreds of fields, each of
 * which lets the page check the whole plan.
 */
async function fill(page: Page, place: string): Promise<void> {
  const names = await page
    .locator('[name]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('name')!))
  await page.evaluate(
    async (typed) => {
      for (const [name, text] of typed) {
        const field = document.querySelector(`[name="${name}"]`)!
        const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!
        set!.call(field, text)
        for (const type of ['input', 'change']) {
          field.dispatchEvent(new Event(type, { bubbles: true }))
        }
        // The next value is typed into what the page has drawn.
        await new Promise((resolve) => setTimeout(resolve))
      }
    },
    typedBelow(place, new Set(names)),
  )
}

/** Adds as many rows to a list as the default plan has. */
async function addRows(page: Page, list: string, place: string): Promise<void> {
  const rows = valueAt(DEFAULT_PLAN_DOCUMENT, stepsOf(place)) as readonly unknown[]
  const add = page.getByRole('button', { name: `Add row to ${list}`, exact: true })
  await add.evaluate(async (button, times) => {
    for (let row = 0; row < times; row += 1) {
      ;(button as HTMLButtonElement).click()
      await new Promise((resolve) => setTimeout(resolve))
    }
  }, rows.length)
}

const PROGRAMMES = {
  infinity: 'Infinity',
  diamond: 'Diamond',
  diamondPools: 'Diamond pools',
  winner: 'Winner',
  lifestyle: 'Lifestyle',
  bsp: 'BSP',
  cycledTurbo: 'Turbo',
} as const

test('PLN-005 the default plan is built from an empty draft, byte for byte', async ({ page }) => {
  test.slow()
  await begin(page, 'Built by hand', 'An empty document')
  await addRows(page, 'Unilevel', 'unilevel')
  await addRows(page, 'Ranks', 'ranks')
  for (const list of ['ranks', 'unilevel']) await fill(page, list)
  await openTab(page, 'Monthly programmes')
  for (const [name, title] of Object.entries(PROGRAMMES)) {
    await addRows(page, `Rows of ${title}`, `programmes.${name}.rows`)
    await addRows(page, `Currencies of ${title}`, `programmes.${name}.currencies`)
    await fill(page, `programmes.${name}`)
  }
  await openTab(page, 'Start and rules')
  for (const { place } of leavesOf({
    ...DEFAULT_PLAN_DOCUMENT,
    ranks: '',
    unilevel: '',
    programmes: '',
  })) {
    if (!['ranks', 'unilevel', 'programmes'].includes(place)) await fill(page, place)
  }
  await expect(page.getByText('need a change')).toBeHidden()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  const stream = await (await download).createReadStream()
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array))
  expect(Buffer.concat(chunks).toString('utf8')).toBe(textOf(DEFAULT_PLAN_DOCUMENT))
  await openTab(page, 'Changes and file')
  await expect(page.getByText('No value differs.')).toBeVisible()
})

test('PLN-006 PLN-007 a problem stands at its field while typing, and a warning refuses nothing', async ({
  page,
}) => {
  await begin(page, 'With problems', 'Version 1')
  await page.locator('[name="ranks[7].turnover"]').fill('90000')
  await page.locator('[name="unilevel[9].depthTo"]').fill('x')
  await expect(page.getByText('2 places need a change.').first()).toBeVisible()
  await expect(page.getByText('must not be below the turnover of the row before')).toBeVisible()
  await expect(page.locator('[name="ranks[7].turnover"]')).toHaveAttribute('aria-invalid', 'true')
  await expectSound(page)
  await openTab(page, 'Start and rules')
  const link = page.getByRole('link', { name: 'unilevel[9].depthTo' })
  await link.press('Enter')
  const field = page.locator('[name="unilevel[9].depthTo"]')
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport()
  await page.locator('[name="ranks[7].turnover"]').focus()
  await link.click()
  await expect(field).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('15')
  await page.locator('[name="ranks[7].turnover"]').fill('250000')
  await page.locator('[name="ranks[7].bonus"]').fill('50000.01')
  await expect(page.getByText('The bonus of EMERALD is above 20% of its turnover.')).toBeVisible()
  await expect(page.getByText('places need a change')).toBeHidden()
  await openTab(page, 'Changes and file')
  await expect(page.locator('[data-change="ranks[7].bonus"]')).toContainText('50000.01')
  await expectSound(page)
  for (const tab of ['Monthly programmes', 'Start and rules']) {
    await openTab(page, tab)
    await expectSound(page)
  }
})

test('PLN-018 PLN-019 a saved draft is proposed with what it changes', async ({ page }) => {
  const validFrom = Date.UTC(2099, 0, 1)
  await begin(page, 'To propose', 'Version 1')
  await openTab(page, 'Start and rules')
  await page.locator('[name="validFrom"]').fill(String(validFrom))
  const propose = page.getByRole('button', { name: 'Propose to load' })
  await expect(propose).toBeDisabled()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(propose).toBeEnabled()
  await propose.click()
  const dialog = page.getByRole('dialog', { name: 'Propose to load To propose' })
  await expect(
    dialog.getByText('2099-01-01T00:00:00.000Z').or(dialog.getByText('Run the difference')),
  ).toBeVisible()
  await expectAccessible(page)
})

test('PLN-001 PLN-002 the list and the page of a version, in each state', async ({ page }) => {
  await page.goto(consoleAddress('/plan'))
  await expect(page.getByRole('table', { name: 'Versions' })).toContainText('Version 1')
  await expectSound(page)
  await page.getByRole('link', { name: 'Version 1', exact: true }).click()
  const places = page.locator('[data-place]')
  await expect(places).toHaveCount(leavesOf(DEFAULT_PLAN_DOCUMENT).length)
  await expectSound(page)
})

test('SCR-001 the heads of the ranks of a draft stand in one line at 1280 px, beside the whole table', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await begin(page, 'With short heads', 'Version 1')
  const table = page.getByRole('table', { name: 'Ranks' })
  await expect(table.getByRole('columnheader', { name: 'Hold it now' })).toBeVisible()
  const heights = await page
    .getByRole('table')
    .evaluateAll((tables) => tables.map((one) => (one as HTMLTableElement).tHead!.clientHeight))
  expect(Math.max(...heights)).toBeLessThan(Math.min(...heights) * 1.5)
  const hidden = await table.evaluate((one) => one.clientWidth - one.parentElement!.clientWidth)
  expect(hidden).toBeLessThanOrEqual(0)
})

test('PLN-003 a version and a draft are compared', async ({ page }) => {
  await begin(page, 'Compared', 'Version 1')
  await page.locator('[name="unilevel[1].percent"]').fill('6')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await page.goto(consoleAddress('/plan'))
  await page.getByLabel('Before').selectOption({ label: 'Version 1' })
  await page.getByLabel('After').selectOption({ label: 'Draft: Compared' })
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  const change = page.locator('[data-change]')
  await expect(change).toHaveCount(1)
  await expect(change).toContainText('unilevel[1].percent')
  await expectSound(page)
})

test('SCR-001 SCR-002 plan: loading, none, error', async ({ page }) => {
  const arrive = await slowCall(page, getPlanVersions.path)
  await page.goto(consoleAddress('/plan'))
  await expectAccessible(page)
  await arrive()
  const show = await answerCall(page, getPlanDrafts.path, { content: [] })
  await page.goto(consoleAddress('/plan'))
  await expect(page.getByText('No drafts.')).toBeVisible()
  await expectSound(page)
  await show()
  await failCall(page, getPlanVersions.path, 'down')
  await page.goto(consoleAddress('/plan'))
  await expect(page.getByText(COULD_NOT)).toBeVisible()
  await expectAccessible(page)
})
