import {
  type Contract,
  getOperators,
  getProposal,
  getQueuedPayout,
  type Operator as Account,
  type PayoutDetail,
  postOperator,
  postOperatorLock,
  postProposal,
  postProposalApprove,
  postProposalWithdraw,
  postQueueTake,
  type Proposal,
} from '@partner-office/contracts'
import type { Locator, Page } from '@playwright/test'

import { expectAsWritten as expect, test } from '../fixtures.ts'
import { makePartner } from '../partners.ts'
import {
  callAs,
  consoleAddress,
  giveConsole,
  idOf,
  makeOperator,
  type Operator,
} from './operator.ts'
import { pay, RICH } from './pay.ts'

/** All tests of this file share the two operators; each acts on an object of its own. */
let admin: Operator
let other: Operator
test.beforeAll(async () => {
  admin = await makeOperator(['admin', 'finance'])
  other = await makeOperator(['admin'])
})

/** An act on its open page. */
type Act = {
  /** The path that the act calls. */
  readonly path: string
  readonly button: Locator
  readonly done: string
  readonly notDone: string
  /** Whether the service has done it. */
  readonly isDone: () => Promise<boolean>
}

const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })
const pathOf = ({ path }: Contract, id: number) => path.replace(':id', String(id))

type Accounts = { readonly content: readonly Account[] }
const accountOf = async (email: string) =>
  (await callAs<Accounts>(admin, getOperators.path)).content.find((one) => one.email === email)

async function lock(page: Page): Promise<Act> {
  const target = await makeOperator(['viewer'])
  const { email } = target
  const id = await idOf(target)
  await page.goto(consoleAddress(`/operators?open=${id}`))
  await button(page.getByRole('complementary', { name: email }), 'Lock').click()
  return {
    path: pathOf(postOperatorLock, id),
    button: button(page.getByRole('dialog'), 'Lock'),
    done: 'The operator was locked',
    notDone: 'The operator was not locked.',
    isDone: async () => (await accountOf(email))?.state === 'locked',
  }
}

async function add(page: Page): Promise<Act> {
  const email = `lost-answer-${Date.now()}@example.com`
  await page.goto(consoleAddress('/operators'))
  await button(page, 'Add an operator').click()
  const dialog = page.getByRole('dialog', { name: 'Add an operator' })
  await dialog.getByLabel('Email address').fill(email)
  return {
    path: postOperator.path,
    button: button(dialog, 'Add and send the link'),
    done: 'The operator was added',
    notDone: 'The answer was lost, and the service has not done it. You can try again.',
    isDone: async () => (await accountOf(email)) !== undefined,
  }
}

async function propose(page: Page): Promise<Act> {
  const reason = `agreed in the meeting of ${Date.now()}`
  await page.goto(consoleAddress('/config?open=maxPendingPayouts'))
  await page.getByLabel('Value').fill('7')
  await button(page, 'Propose').click()
  const dialog = page.getByRole('dialog', { name: /^Propose another value/ })
  await dialog.getByLabel(/^Reason/).fill(reason)
  type List = { readonly content: readonly Proposal[] }
  return {
    path: postProposal.path,
    button: button(dialog, 'Propose'),
    done: 'Proposed. A second operator decides.',
    notDone: 'Nothing was proposed.',
    isDone: async () =>
      (await callAs<List>(admin, postProposal.path)).content.some((one) => one.reason === reason),
  }
}

/** Opens a proposal about a new operator's role, which `proposer` has made. */
async function openProposal(page: Page, proposer: Operator): Promise<number> {
  const object = String(await idOf(await makeOperator(['viewer'])))
  const body = {
    kind: 'role',
    object,
    values: { roles: ['finance'] },
    reason: 'a reason to change',
  }
  const { id } = await callAs<Proposal>(proposer, postProposal.path, body)
  await page.goto(consoleAddress(`/proposals/${id}`))
  return id
}

const stateOf = async (id: number) => (await callAs<Proposal>(admin, pathOf(getProposal, id))).state

async function approve(page: Page): Promise<Act> {
  const id = await openProposal(page, other)
  return {
    path: pathOf(postProposalApprove, id),
    button: button(page, 'Approve'),
    done: 'Approved and done.',
    notDone: 'The proposal was not approved.',
    isDone: async () => (await stateOf(id)) === 'DONE',
  }
}

async function withdraw(page: Page): Promise<Act> {
  const id = await openProposal(page, admin)
  return {
    path: pathOf(postProposalWithdraw, id),
    button: button(page, 'Withdraw'),
    done: 'Withdrawn.',
    notDone: 'The proposal was not withdrawn.',
    isDone: async () => (await stateOf(id)) === 'WITHDRAWN',
  }
}

async function takeUp(page: Page): Promise<Act> {
  const id = await pay(await makePartner(RICH))
  await page.goto(consoleAddress(`/payouts/${id}`))
  return {
    path: pathOf(postQueueTake, id),
    button: button(page, 'Take up'),
    done: 'The payout was taken up',
    notDone: 'The payout was not taken up.',
    isDone: async () =>
      (await callAs<PayoutDetail>(admin, pathOf(getQueuedPayout, id))).takenBy?.email ===
      admin.email,
  }
}

/** Counts the calls of an act, and cuts the connection before or after the service has done it. */
async function cut(page: Page, path: string) {
  const calls = { sent: 0, reach: false }
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      calls.sent += 1
      if (calls.reach) await route.fetch()
      return route.abort('connectionreset')
    },
  )
  return calls
}

for (const [name, prepare] of Object.entries({ lock, add, propose, approve, withdraw, takeUp })) {
  test(`SCR-008 ${name}: a connection cut before the commit ends in "not done", cut after it in "done", sent once each time`, async ({
    page,
    context,
  }) => {
    await giveConsole(context, admin)
    const act = await prepare(page)
    const calls = await cut(page, act.path)
    await act.button.click()
    await expect(page.getByText(act.notDone)).toBeVisible()
    expect(calls.sent).toBe(1)
    expect(await act.isDone()).toBe(false)
    calls.reach = true
    await act.button.click()
    await expect(page.getByText(act.done, { exact: true }).first()).toBeVisible()
    expect(calls.sent).toBe(2)
    expect(await act.isDone()).toBe(true)
  })
}
