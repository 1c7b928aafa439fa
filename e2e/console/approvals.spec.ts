import {
  getMe,
  getProposal,
  postProposal,
  type Proposal,
  type Role,
} from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { changeCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { latestMail } from '../mail.ts'
import { office } from '../operators.ts'
import { expectAccessible } from '../page-checks.ts'
import {
  callAs,
  consoleAddress,
  giveConsole,
  idOf,
  makeOperator,
  type Operator,
} from './operator.ts'

const REASON = 'agreed in the meeting of Monday'

/** All tests of this file share the two admins; each proposes something about an operator of its own. */
let proposer: Operator
let approver: Operator
test.beforeAll(async () => {
  proposer = await makeOperator(['admin'])
  approver = await makeOperator(['admin'])
})

/** Proposes that a new operator gets another role. */
async function proposeRole(): Promise<Proposal> {
  const target = await makeOperator(['viewer'])
  const roles: readonly Role[] = ['finance']
  const body = { kind: 'role', object: String(await idOf(target)), values: { roles } }
  return callAs<Proposal>(proposer, postProposal.path, { ...body, reason: REASON })
}

const open = (page: Page, { id }: Proposal) => page.goto(consoleAddress(`/proposals/${id}`))
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('APR-005 OPR-012 who cannot approve sees what changes and the role that decides, and no button', async ({
  page,
  context,
}) => {
  const proposal = await proposeRole()
  await giveConsole(context, await makeOperator(['support']))
  await open(page, proposal)
  await expect(page.getByText(REASON)).toBeVisible()
  const table = page.locator('main').getByRole('table')
  await expect(table.getByRole('columnheader')).toContainText(['Value', 'Before and after'])
  await expect(table).toContainText('finance')
  await expect(page.getByText('Preview made')).toBeVisible()
  await expect(
    page.getByText(/^An operator with the role .*[Aa]dmin.* decides this\.$/),
  ).toBeVisible()
  for (const name of ['Approve', 'Refuse', 'Withdraw'])
    await expect(button(page, name)).toHaveCount(0)
  await expectAccessible(page)
})

test('OPR-012 the page of operators names the role that may read it', async ({ page, context }) => {
  await giveConsole(context, await makeOperator(['support']))
  await page.goto(consoleAddress('/operators'))
  await expect(page.getByText('You may not read this page')).toBeVisible()
  await expect(page.getByText(/It needs the role .*[Aa]dmin/)).toBeVisible()
})

test('APR-010 a refusal needs ten characters, and its proposer reads the reason', async ({
  page,
  context,
}) => {
  const proposal = await proposeRole()
  await giveConsole(context, approver)
  await open(page, proposal)
  await button(page, 'Refuse').click()
  await page.getByLabel('Why do you refuse it?').fill('too short')
  await expect(button(page, 'Refuse')).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Why do you refuse it?').fill('the role is too wide')
  await button(page, 'Refuse').click()
  await expect(page.getByText('Refused.', { exact: true })).toBeVisible()
  await giveConsole(context, proposer)
  await open(page, proposal)
  await expect(page.getByText('the role is too wide')).toBeVisible()
})

test('APR-010 a proposer withdraws', async ({ page, context }) => {
  const proposal = await proposeRole()
  await giveConsole(context, proposer)
  await open(page, proposal)
  await expect(button(page, 'Approve')).toHaveCount(0)
  await button(page, 'Withdraw').click()
  await expect(page.getByText('Withdrawn.', { exact: true })).toBeVisible()
})

test('APR-008 an outdated proposal is proposed again with one click, and the new one links to the old one', async ({
  page,
  context,
}) => {
  const target = await makeOperator(['finance'])
  const body = { kind: 'recovery', object: String(await idOf(target)), values: {} }
  const proposal = await callAs<Proposal>(proposer, postProposal.path, { ...body, reason: REASON })
  await office(`operator unlock ${target.email}`)
  await giveConsole(context, approver)
  await open(page, proposal)
  await button(page, 'Approve').click()
  await expect(page.getByText('Outdated: what it was made from has changed.')).toBeVisible()
  await button(page, 'Propose again').click()
  await expect(page.getByText('Proposes again what was')).toBeVisible()
  await expect(page.getByText('Both previews are the same.')).toBeVisible()
  await page.getByRole('link', { name: `Proposal ${proposal.id}`, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/proposals/${proposal.id}$`))
})

test('APR-008 an expired proposal is proposed again, and the new one shows what differs between the previews', async ({
  page,
  context,
}) => {
  const target = await makeOperator(['viewer'])
  const body = { kind: 'role', object: String(await idOf(target)), values: { roles: ['finance'] } }
  const { id } = await callAs<Proposal>(proposer, postProposal.path, { ...body, reason: REASON })
  await office(`operator roles ${target.email} --role support`)
  await giveConsole(context, proposer)
  // Only the time is made up: the real one would need a week.
  await changeCall<Proposal>(page, getProposal.path.replace(':id', String(id)), (old) => ({
    ...old,
    state: 'EXPIRED',
    acts: [],
  }))
  await page.goto(consoleAddress(`/proposals/${id}`))
  await expect(page.getByText('Expired before it was decided.')).toBeVisible()
  await button(page, 'Propose again').click()
  await expect(page.getByText('Proposes again what was')).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(`/proposals/${id}$`))
  const differs = page.getByRole('listitem').filter({ hasText: target.email })
  await expect(differs).toContainText(
    /before:\s*viewer → finance\s*→?\s*after:\s*support → finance/,
  )
  await expect(page.getByText('Both previews are the same.')).toHaveCount(0)
  await page.getByRole('link', { name: `Proposal ${id}`, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/proposals/${id}$`))
})

test('APR-012 the menu of each page counts the open proposals, and the approver gets a mail', async ({
  page,
  context,
}) => {
  const approving = await makeOperator(['admin'])
  await proposeRole()
  await giveConsole(context, approving)
  for (const path of ['/today', '/operators', '/system']) {
    await page.goto(consoleAddress(path))
    await expect(page.locator('.page-count').first()).toContainText(/^[1-9]/)
  }
  expect((await latestMail(approving.email)).subject).toMatch(/^A proposal waits for you/)
})

test('APR-013 with four eyes off, each page of the menu says that one person can act alone', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000)
  await giveConsole(context, await makeOperator(['viewer', 'support', 'finance', 'plan', 'admin']))
  await changeCall<object>(page, getMe.path, (me) => ({ ...me, fourEyes: false }))
  await page.goto(consoleAddress('/today'))
  const links = page.getByRole('navigation').first().getByRole('link')
  await expect(links.first()).toBeVisible()
  const count = await links.count()
  expect(count).toBeGreaterThan(15)
  for (let index = 0; index < count; index += 1) {
    await links.nth(index).click()
    await expect(page.getByText('One person can act alone: four eyes is off.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'See the setting' })).toBeVisible()
  }
})
