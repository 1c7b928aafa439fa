import type { Proposal } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { answerCall, changeCall, failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { COULD_NOT, expectAccessible } from '../page-checks.ts'
import { consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'
import { expectSound } from './sound.ts'

/** All tests of this file look at pages of the same operator. */
let operator: Operator
test.beforeAll(async () => {
  operator = await makeOperator(['finance', 'admin'])
  await makeOperator(['viewer', 'support'])
})
test.beforeEach(({ context }) => giveConsole(context, operator))

/** Shortens the list of operators, which holds the operators of all tests, to ten with this operator. */
const listFew = (page: Page, { email }: Operator): Promise<void> =>
  changeCall<{ readonly content: readonly { readonly email: string }[] }>(
    page,
    '/console/v1/operators',
    ({ content, ...rest }) => ({
      ...rest,
      content: content.filter((each, at) => at < 9 || each.email === email),
    }),
  )

const PROPOSAL: Proposal = {
  id: 12,
  kind: 'setting',
  state: 'OPEN',
  object: 'fourEyes',
  objectName: 'fourEyes',
  before: { value: 'TRUE' },
  after: { value: 'FALSE' },
  preview: [{ name: 'fourEyes', before: 'TRUE', after: 'FALSE', difference: null }],
  basis: 'e8820bd4c1f05a77'.repeat(4),
  reason: 'I work alone in August.',
  proposer: { id: 999, email: 'ilse.brandt@example.com' },
  at: Date.now() - 7_200_000,
  expiresAt: Date.now() + 600_000_000,
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  changes: [],
  failure: null,
  again: null,
  approvers: 1,
  acts: ['approve', 'refuse'],
  shorter: null,
  version: 1,
}
const OUTDATED: Proposal = {
  ...PROPOSAL,
  id: 11,
  state: 'OUTDATED',
  acts: [],
  changes: ['3 late orders'],
}

test('SCR-001 SCR-002 operators: loading, error, full, empty, with a drawer and a dialog', async ({
  page,
}) => {
  const calls = '/console/v1/operators'
  await listFew(page, operator)
  const arrive = await slowCall(page, calls)
  await page.goto(consoleAddress('/operators'))
  await expect(page.locator('table[aria-busy]')).toBeVisible()
  await expectAccessible(page)
  await arrive()
  await expect(page.getByRole('link', { name: operator.email })).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: operator.email }).click()
  await expect(page.getByRole('complementary', { name: operator.email })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Lock' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page)
  const fill = await answerCall(page, calls, { content: [] })
  await page.goto(consoleAddress('/operators'))
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await expectAccessible(page)
  await fill()
  await failCall(page, calls, 'down')
  await page.goto(consoleAddress('/operators'))
  await expect(page.getByText(COULD_NOT)).toBeVisible()
  await expectAccessible(page)
})

test('SCR-001 SCR-002 SCR-003 proposals: list, drawer, page, refusal, outdated, none', async ({
  page,
}) => {
  await answerCall(page, '/console/v1/proposals', { content: [PROPOSAL, OUTDATED] })
  await answerCall(page, '/console/v1/proposals/12', PROPOSAL)
  await answerCall(page, '/console/v1/proposals/11', OUTDATED)
  await page.goto(consoleAddress('/proposals'))
  await page
    .getByRole('link', { name: /^fourEyes/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByLabel('Why do you refuse it?')).toBeFocused()
  await expectAccessible(page)
  await page.goto(consoleAddress('/proposals/11'))
  await expect(page.getByText('3 late orders')).toBeVisible()
  await expectSound(page)
  await answerCall(page, '/console/v1/proposals', { content: [] })
  await page.goto(consoleAddress('/proposals'))
  await expect(page.getByText('No proposal waits.')).toBeVisible()
  await expectAccessible(page)
})

test('SCR-001 SCR-002 OPR-025 own account: each session can be ended, and the page is sound', async ({
  page,
}) => {
  await page.goto(consoleAddress('/me'))
  await expect(page.getByText('This session', { exact: true })).toBeVisible()
  await expectSound(page)
  await page.getByLabel('Old password').fill('not the password')
  await page.getByLabel('New password', { exact: true }).fill('another-long-password')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('The old password is wrong.')).toBeVisible()
  await expectAccessible(page)
})

test('OPR-024 a tour of the console asks no other host, and the policy reports nothing', async ({
  page,
}) => {
  const hosts = new Set<string>()
  const reports: string[] = []
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML/.test(message.text())) reports.push(message.text())
  })
  for (const path of ['/operators', '/me', '/sign-in']) {
    await page.goto(consoleAddress(path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect([...hosts]).toEqual([new URL(consoleAddress()).host])
  expect(reports).toEqual([])
})

test('SCR-003 without a mouse: pages, search, keys, a row, its drawer and an act', async ({
  page,
}) => {
  const other = await makeOperator(['viewer'])
  await listFew(page, other)
  await page.goto(consoleAddress('/me'))
  await expect(page.getByText('This session', { exact: true })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(page.getByRole('heading', { name: 'Operators', level: 1 })).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
  await expect(page.getByRole('link', { name: other.email })).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('button', { name: 'State' })).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Next row')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'State' })).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('own')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const row = page.getByRole('link', { name: other.email })
  for (let moves = 0; moves < 40; moves += 1) {
    await page.keyboard.press('j')
    if (await row.evaluate((link) => link === document.activeElement)) break
  }
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: other.email })
  await expect(panel.getByRole('heading', { name: other.email })).toBeFocused()
  await panel.getByRole('button', { name: 'Lock' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Lock' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The operator was locked')).toBeVisible()
  await expect(panel.getByText('Locked')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(row).toBeFocused()
})

test('SCR-004 the address holds filter, sort and open row; back and forward restore them', async ({
  page,
  context,
}) => {
  await page.goto(consoleAddress('/operators'))
  await page.getByRole('button', { name: 'Last sign-in' }).click()
  await page.getByRole('link', { name: operator.email }).click()
  await expect(page).toHaveURL(/sort=lastSignInAt&order=descending&open=\d+$|open=\d+/)
  const address = page.url()
  await page.goBack()
  await expect(page.getByRole('complementary', { name: operator.email })).toHaveCount(0)
  await page.goForward()
  await expect(page.getByRole('complementary', { name: operator.email })).toBeVisible()
  const second = await context.newPage()
  await second.goto(address)
  await expect(second.getByRole('complementary', { name: operator.email })).toBeVisible()
  await expect(second.getByRole('columnheader', { name: 'Last sign-in' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
})

test('SCR-001 SCR-002 an unknown address keeps the menu; without a session it leads to the sign-in', async ({
  page,
  browser,
}) => {
  await page.goto(consoleAddress('/no/such/page'))
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  await expect(page).toHaveTitle(/^Unknown address/)
  await expectSound(page)
  await page.getByRole('link', { name: 'Back to start' }).click()
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  const context = await browser.newContext()
  const visitor = await context.newPage()
  await visitor.goto(consoleAddress('/no/such/page'))
  await expect(visitor).toHaveURL(/\/console\/sign-in/)
  await context.close()
})
