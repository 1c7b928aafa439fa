import type { LinkMonth } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { answerCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { as, officeAddress } from './http.ts'
import { expectAccessible, expectNoHorizontalScroll } from './page-checks.ts'
import { makePartner, type Partner } from './partners.ts'

const PERSON =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** The tests' browser says that it is a program. */
async function comeAsPerson(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setUserAgentOverride', { userAgent: PERSON })
}

const thisMonth = async (partner: Partner): Promise<LinkMonth> => {
  const months = await as(partner)('GET', officeAddress('/v1/links?months=1'))
  return (months as LinkMonth[])[0]!
}

const inviteOf = async (partner: Partner): Promise<string> => {
  const profile = await as(partner)('GET', officeAddress('/v1/profile'))
  return (profile as { invite: string }).invite
}

test('LNK-002 LNK-003 LNK-005 a person’s visit of the invite page counts once in each tab, a program’s never', async ({
  page,
  context,
}) => {
  const partner = await makePartner()
  const address = `/en/partner/${await inviteOf(partner)}`
  const visit = (on: Page) =>
    on.waitForResponse((response) => response.url().endsWith('/v1/links/visit'))
  await Promise.all([visit(page), page.goto(address)])
  await page.evaluate(() => sessionStorage.clear())
  const cookies = await context.cookies()
  await comeAsPerson(page)
  const [answer] = await Promise.all([visit(page), page.goto(address)])
  expect(answer.status()).toBe(204)
  await expect.poll(async () => (await thisMonth(partner)).visits).toBe(1)
  expect((await context.cookies()).map(({ name }) => name)).toEqual(cookies.map(({ name }) => name))
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toContainEqual(
    expect.stringMatching(/^visited /),
  )
  const other = await context.newPage()
  await comeAsPerson(other)
  await Promise.all([visit(other), other.goto(address)])
  await expect.poll(async () => (await thisMonth(partner)).visits).toBe(2)
  await other.close()
})

test('LNK-001 the page shows visits, registrations and first orders by month, with their rates', async ({
  page,
  signIn,
}) => {
  const partner = await signIn()
  await page.goto('/en/team/my')
  await page.getByRole('link', { name: 'Link statistics' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your links' })).toBeVisible()
  const table = page.getByRole('table', { name: 'By month' })
  await expect(table.locator('tbody tr')).toHaveCount(14)
  const { visits, registrations, firstOrders } = await thisMonth(partner)
  const first = table.locator('tbody tr').first()
  await expect(first.getByRole('cell').nth(0)).toHaveText(String(visits))
  await expect(first.getByRole('cell').nth(1)).toHaveText(String(registrations))
  await expect(first.getByRole('cell').nth(3)).toHaveText(String(firstOrders))

  const months = Array.from({ length: 13 }, (_, at) => ({
    month: Date.UTC(2026, 10 - at),
    visits: at === 0 ? 53 : 296 * Number(at === 1),
    registrations: at === 0 ? 2 : 11 * Number(at === 1),
    firstOrders: at === 0 ? 1 : 7 * Number(at === 1),
  }))
  await answerCall(page, '/v1/links*', months)
  await page.reload()
  const cells = (row: number) => table.locator('tbody tr').nth(row).getByRole('cell')
  await expect(cells(0)).toHaveText(['53', '2', '3.7%', '1', '50.0%'])
  await expect(cells(13)).toHaveText(['349', '13', '3.7%', '8', '61.5%'])
  const funnel = page.getByRole('region', { name: 'From visit to first order' })
  await expect(funnel).toContainText('3.7% of visits')
  await expect(funnel).toContainText('61.5% of registrations')
  await page.setViewportSize({ width: 320, height: 800 })
  await expect(page.getByRole('region', { name: 'By month' }).getByRole('listitem')).toHaveCount(14)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
})
