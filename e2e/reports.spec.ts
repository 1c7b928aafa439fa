import type { Page } from '@playwright/test'

import { configure } from './configure.ts'
import { answerCall, failCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { COULD_NOT, expectAccessible, expectNoHorizontalScroll } from './page-checks.ts'

const REPORTS = '/en/transactions/reports'
const LIST = '/v1/report/list'
const GENERATE = '/v1/report/generate'

const ROWS = [
  { billingPeriod: '2026-10', currency: 'UCN', filename: 'statement-2026-10-UCN.pdf' },
  { billingPeriod: '2026-09', filename: 'statement-2026-09.pdf' },
  { billingPeriod: '2026-08', currency: 'UPT', filename: null },
]

const CHECKED = {
  billingPeriod: '2026-10',
  currency: 'UPT',
  partnerId: 1042,
  opening: '100.00000000',
  credited: '50.50000000',
  corrected: '0.00000000',
  adjusted: '0.00000000',
  paidOut: '-20.00000000',
  closing: '130.50000000',
  issuedAt: Date.UTC(2026, 10, 1, 0, 5),
  key: 'a1b2c3d4e5f60718',
  seal: 'c0ffee'.repeat(10),
}

const row = (page: Page, month: string) => page.getByRole('row').filter({ hasText: month })
const form = (page: Page) => page.getByRole('region', { name: 'Generate a statement' })
const generate = (page: Page) => page.getByRole('button', { name: 'Generate', exact: true })

async function open(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(REPORTS)
  await expect(page.getByRole('tab', { name: 'Statements' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
}

/** The query of the next call of a path. */
async function asked(page: Page, path: string, act: () => Promise<unknown>) {
  const waiting = page.waitForRequest((request) => new URL(request.url()).pathname === path)
  await act()
  return Object.fromEntries(new URL((await waiting).url()).searchParams)
}

const listOf = (page: Page, content: readonly object[], totalPages = 1) =>
  answerCall(page, LIST, { content, number: 0, totalPages })

test('RTE-015 REP-001 REP-002 REP-003 REP-004 REP-005 REP-014 REP-023 the statements with period, currency and a button', async ({
  page,
  signIn,
}) => {
  await signIn()
  expect(await asked(page, LIST, () => open(page))).toEqual({
    size: '20',
    page: '0',
    sort: 'billingPeriod|desc',
  })
  await expect(page.getByText('No statements yet')).toBeVisible()
  await expect(generate(page)).toBeHidden()
  await page.getByText('Generating one yourself is not available').click()
  await expect(generate(page)).toBeDisabled()
  await expect(page.getByText('Address not verified')).toBeHidden()
  await expect(page.getByText('New statements are written in English')).toBeVisible()
  await expectAccessible(page)

  const repair = await failCall(page, LIST, { code: 'internal_server_error', status: 500 })
  await page.reload()
  await expect(page.getByText(COULD_NOT)).toBeVisible()
  await repair()
  await listOf(page, ROWS, 2)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(row(page, 'October 2026')).toContainText('UCN bonus')
  await expect(row(page, 'September 2026')).toContainText('EUR')
  const missing = page.getByRole('button', { name: 'Download August 2026, UPT' })
  await expect(missing).toBeDisabled()
  const more = await asked(page, LIST, () =>
    page.getByRole('button', { name: 'Load more' }).click(),
  )
  expect(more).toMatchObject({ page: '1' })
  await page.setViewportSize({ width: 400, height: 900 })
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
})

test('REP-006 REP-007 REP-008 REP-009 REP-010 a download opens in a new tab and says so; a failure says why', async ({
  page,
  context,
  signIn,
}) => {
  await signIn()
  await listOf(page, ROWS)
  await context.route('https://files.example/**', (route) => route.fulfill({ body: 'statement' }))
  await answerCall(page, '/v1/report', 'https://files.example/file')
  await open(page)
  const download = page.getByRole('button', { name: 'Download October 2026, UCN' })
  const opened = context.waitForEvent('page')
  const query = await asked(page, '/v1/report', () => download.click())
  expect(query).toEqual({ billingPeriod: '2026-10', currency: 'UCN' })
  expect((await opened).url()).toBe('https://files.example/file')
  await expect(page.getByText('The download has started.')).toBeVisible()

  await failCall(page, '/v1/report', { code: 'not_found' })
  await page.getByRole('button', { name: 'Download September 2026, EUR' }).click()
  await expect(page.getByText('There is no file for this month yet.')).toBeVisible()
  await failCall(page, '/v1/report', { code: 'temp_url_generation_error' })
  await download.click()
  await expect(page.getByText('The statement could not be downloaded.')).toBeVisible()
})

test('D-035 D-062 REP-014 button.reportGenerate decides whether a statement can be generated; without a value it cannot', async ({
  page,
  signIn,
}) => {
  await signIn()
  const reason = page.getByText('Generating one yourself is not available')
  for (const flag of ['FALSE', '', 'TRUE']) {
    await configure(page, { 'button.reportGenerate': flag })
    await open(page)
    if (flag === 'TRUE') {
      await expect(generate(page)).toBeEnabled()
      await expect(reason).toBeHidden()
      await expect(page.getByText('Address not verified')).toBeVisible()
      continue
    }
    await expect(generate(page)).toBeHidden()
    await reason.click()
    await expect(generate(page)).toBeDisabled()
    await expect(generate(page)).toHaveAccessibleDescription(
      /Generating one yourself is not available/,
    )
    await expect(page.getByText('Address not verified')).toBeHidden()
  }
})

test('REP-012 REP-013 REP-017 REP-018 REP-019 REP-020 REP-021 REP-022 a partner generates a statement where the flag allows it', async ({
  page,
  signIn,
}) => {
  await signIn()
  await configure(page, { 'button.reportGenerate': 'TRUE' })
  await open(page)
  const months = form(page).getByLabel('Month').getByRole('option')
  await expect(months).toHaveCount(13)
  await expect(months.nth(1)).toHaveText('January')
  await expect(months.nth(1)).toHaveAttribute('value', '01')

  await generate(page).click()
  await expect(form(page).getByLabel('Year')).toHaveAttribute('aria-invalid', 'true')
  await expect(form(page).getByLabel('Month')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)

  await form(page).getByLabel('Year').selectOption('2026')
  await form(page).getByLabel('Month').selectOption('October')
  for (const [code, text, links] of [
    ['invalid_report_timestamp', 'A statement can be generated for a month that is over', []],
    ['empty_address', 'Your address is not verified yet.', ['Verify your address']],
    [
      'unverified_user',
      'A statement needs your verified name and address.',
      ['Verify your passport', 'Verify your address'],
    ],
    ['internal_server_error', 'The statement could not be generated.', []],
  ] as const) {
    const restore = await failCall(page, GENERATE, { code })
    const sent = page.waitForRequest((request) => request.url().endsWith(GENERATE))
    await generate(page).click()
    expect((await sent).postDataJSON()).toEqual({ year: 2026, month: 10 })
    await expect(form(page).getByText(text)).toBeVisible()
    await expect(form(page).locator('.note').getByRole('link')).toHaveText([...links])
    await restore()
  }

  await answerCall(page, GENERATE, { billingPeriod: '2026-10' })
  await generate(page).click()
  await expect(page.getByText('The statement for October 2026 was requested.')).toBeVisible()
})

test('anybody opens the code of a statement and checks its file, in the language of the browser', async ({
  browser,
}) => {
  const context = await browser.newContext({
    locale: 'de-AT',
    viewport: { width: 320, height: 800 },
  })
  const page = await context.newPage()
  const code = '5'.repeat(32)
  const repair = await answerCall(page, `/v1/statement/check/${code}`, CHECKED)
  await page.goto(`/statement/${code}`)
  await expect(page).toHaveURL(`/de/statement/${code}`)
  const byCode = page.getByRole('region', { name: 'Mit dem Code' })
  await expect(byCode).toContainText('Oktober 2026')
  await expect(byCode).toContainText('Diese Abrechnung ist gültig.')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  }
  await repair()

  await page.goto(`/ar/statement/${code}`)
  const alert = (region: string) => page.getByRole('region', { name: region }).getByRole('alert')
  await expect(alert('بواسطة الرمز')).toContainText('لا يوجد كشف صالح بهذا الرمز')
  await page.locator('input[type=file]').setInputFiles({
    name: 'statement.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"statement":{}}'),
  })
  await expect(alert('بواسطة الملف')).toContainText('statement.json')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await context.close()
})
