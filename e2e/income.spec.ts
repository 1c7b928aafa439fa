import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Page } from '@playwright/test'

import { monthsLater, monthStart, monthText } from '@partner-office/domain'

import { expect, test } from './fixtures.ts'
import { anonymousCall, officeAddress } from './http.ts'
import { office } from './operators.ts'
import { ownProduct } from './own-product.ts'
import { expectFits, expectNoCutText } from './page-checks.ts'

const PARTNERS = 130
/** Beyond the ids of partners of tests. */
const FIRST_ID = 900_000_001
const ROOT = join(import.meta.dirname, '..')

/** The last months that are over, the oldest first. Units: their first instants. */
const overMonths = (): number[] =>
  Array.from({ length: 12 }, (_, at) => monthsLater(monthStart(Date.now()), at - 12))

const lastMonth = (): string => monthText(overMonths().at(-1)!)

/** Most buy little, some much, and a third nothing. */
function ordersText(): string {
  const lines = overMonths().flatMap((month, at) =>
    Array.from({ length: PARTNERS }, (_, place) => place + 1)
      .filter((partner) => (partner * 7 + at) % 3 !== 0)
      .map((partner) => {
        const id = FIRST_ID + partner - 1
        const euros = partner % 17 === 0 ? 30_000 + partner : 60 + ((partner * 13 + at) % 340)
        return `${FIRST_ID + at * 1_000 + partner},${id},${month + partner * 3_600_000},${euros}.00`
      }),
  )
  return `orderId,partnerId,paidAt,amount\n${lines.join('\n')}\n`
}

function partnersText(): string {
  const lines = Array.from({ length: PARTNERS }, (_, at) => {
    const sponsor = at === 0 ? '' : FIRST_ID + Math.ceil(at / 3) - 1
    return `${FIRST_ID + at},${sponsor},p${at + 1}@example.com,First${at + 1},Last${at + 1},2024-01-01T00:00:00Z,DE`
  })
  return `id,sponsorId,email,firstName,lastName,registeredAt,countryId\n${lines.join('\n')}\n`
}

test.describe.configure({ mode: 'serial' })

/** A product of its own: the months that it closes are no months of other specs. */
ownProduct(async () => {
  await office('import partners FILE.csv', partnersText())
  await office('import orders FILE.csv', ordersText())
  for (const month of overMonths()) await office(`close ${monthText(month)}`)
})

const income = (language = 'en', query = ''): string => officeAddress(`/${language}/income${query}`)

const headings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 })

test('DIS-005 without a session and without scripts the page shows the twelve months first, and who received nothing before all', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const response = await page.goto(income())
  expect(response!.status()).toBe(200)
  expect(await response!.text()).not.toMatch(/<script[^>]* src/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What partners earned')
  await expect(headings(page).first()).toHaveText(/^Twelve months up to \w+ \d{4}$/)
  await expect(headings(page).nth(1)).toHaveText(/^\w+ \d{4}$/)
  const year = page.getByRole('region', { name: /^Twelve months/ }).first()
  const cards = year.getByRole('list').first().getByRole('listitem')
  await expect(cards.first()).toContainText(/\d+\.\d%of all partners received nothing/)
  await expect(cards.first()).toContainText(`Partners in all: ${PARTNERS}`)
  await expect(cards.nth(1)).toContainText(/Most partners received [\d,.]+\sEUR or less\./)
  await context.close()
})

test('DIS-005 every number of the page is that of the signed disclosure', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(income())
  const { disclosure } = (await anonymousCall(
    'GET',
    officeAddress(`/v1/disclosures/${lastMonth()}?months=12`),
  )) as {
    disclosure: { groups: { names: string[]; numbers: Record<string, string | number | null> }[] }
  }
  const rows = page.getByRole('table', { name: /^Groups: Twelve months/ }).locator('tbody tr')
  await expect(rows).toHaveCount(disclosure.groups.length)
  for (const [at, { numbers }] of disclosure.groups.entries()) {
    const shown = await rows.nth(at).getByRole('cell').allTextContents()
    const due = Object.values(numbers).map((value) => (value === null ? '–' : String(value)))
    expect(shown.map((text) => text.replaceAll(/[,%]/g, ''))).toEqual(due)
  }
})

for (const language of ['en', 'ar', 'de']) {
  test(`DIS-005 the page is accessible and nothing is cut at four widths in both themes: ${language}`, async ({
    page,
  }) => {
    await page.goto(income(language))
    for (const theme of ['light', 'dark']) {
      await page.evaluate((wanted) => localStorage.setItem('theme', wanted), theme)
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await expectFits(page, { isDrawn: () => expectNoCutText(page) })
    }
  })
}

test('DIS-007 the page names the seal, and the program checks both files without the office', async ({
  page,
}, info) => {
  await page.goto(income())
  const source = page.getByRole('region', { name: 'Where the figures come from' })
  const seal = (
    (await anonymousCall('GET', officeAddress(`/v1/disclosures/${lastMonth()}`))) as {
      disclosure: { seal: string }
    }
  ).disclosure.seal
  await expect(source).toContainText(seal)
  await expect(page.getByRole('main')).toContainText('WIN has no value in EUR and is not counted.')
  await expect(page.getByRole('main')).toContainText('are not subtracted')
  const keys = info.outputPath('keys.json')
  writeFileSync(keys, await (await page.request.get(officeAddress('/v1/statement/keys'))).text())
  for (const [name, file] of [
    ['Figures as JSON', 'figures.json'],
    ['Figures as CSV', 'figures.csv'],
  ] as const) {
    const link = page.getByRole('link', { name: `${name}: Twelve months` })
    const path = info.outputPath(file)
    writeFileSync(path, await (await page.request.get((await link.getAttribute('href'))!)).body())
    const program = join(ROOT, 'packages/statement-check/src/verify-statement.mjs')
    const { stdout } = await promisify(execFile)(process.execPath, [program, path, keys])
    expect(stdout).toBe(`VALID: income disclosure of the twelve months up to ${lastMonth()}\n`)
  }
})

test('an earlier month has its own address, and a month without a disclosure is not found', async ({
  page,
}) => {
  await page.goto(income())
  const earlier = overMonths().at(-2)!
  const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const months = page.getByRole('navigation', { name: 'Other months' })
  await expect(months.getByRole('link')).toHaveCount(12)
  await months.getByRole('link', { name: name.format(earlier) }).click()
  await expect(page).toHaveURL(income('en', `?month=${monthText(earlier)}`))
  await expect(headings(page).first()).toHaveText(name.format(earlier))
  const missing = await page.goto(income('en', '?month=2020-01'))
  expect(missing!.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist')
})

test('DIS-006 landing, invite page, registration and share links lead to it; with the setting FALSE it is not found and they do not', async ({
  page,
  signIn,
}) => {
  const link = page.getByRole('link', { name: 'What partners earned' })
  const visited = ['/en', '/en/partner/nobody', '/en/registration']
  for (const path of visited) {
    await page.goto(officeAddress(path))
    await expect(link).toHaveAttribute('href', /\/en\/income$/)
  }
  await office('config set disclosure FALSE')
  for (const path of visited) {
    await page.goto(officeAddress(path))
    await page.waitForLoadState('networkidle')
    await expect(link).toBeHidden()
  }
  const off = await page.goto(income())
  expect(off!.status()).toBe(404)
  await signIn()
  await page.goto(officeAddress('/en/links'))
  await expect(page.getByRole('heading', { level: 1, name: 'Your links' })).toBeVisible()
  await expect(link).toBeHidden()

  await office('config set disclosure TRUE')
  await page.reload()
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What partners earned')
  await expect(page.getByRole('link', { name: 'Log in' })).toBeHidden()
})
