import {
  type CallReply,
  getConsoleRates,
  getOrders,
  getPayoutStanding,
  getPlanVersions,
  getProposal,
  postHold,
  postPlanDraft,
  postProposal,
  postProposalApprove,
  type Proposal,
  ProposalKind,
  putPayoutSettings,
} from '@partner-office/contracts'
import { DEFAULT_PLAN_DOCUMENT } from '@partner-office/domain'
import type { Page } from '@playwright/test'

import { expectAsWritten as expect, test } from '../fixtures.ts'
import { office, operate } from '../operators.ts'
import { ownProduct } from '../own-product.ts'
import { expectAccessible } from '../page-checks.ts'
import { makePartner } from '../partners.ts'
import { product } from '../product.ts'
import { expectPreview } from './expect-preview.ts'
import {
  callAs,
  consoleAddress,
  giveConsole,
  idOf,
  makeOperator,
  type Operator,
} from './operator.ts'
import { pay, RICH } from './pay.ts'

let first: Operator
let second: Operator

const DAY_MS = 86_400_000
const ROUTE = {
  payoutFrom: 'UCHAIN_UPT_BONUS',
  payoutTo: 'UPT_XRC10_WHITE',
  enabled: true,
  limits: {
    minAmount: '1',
    requestLimit: null,
    dailyLimit: null,
    dailyLimitPercent: null,
    fee: '2',
    minFee: null,
    maxFee: null,
  },
}
const REASON = 'I work alone in August'
const GUARDED = 'maxPendingPayouts'
const ALONE = 'One person can act alone: four eyes is off.'

test.describe.configure({ mode: 'serial' })

/** A product of its own, without partners: four eyes is a setting of all, and its operators are counted. */
ownProduct(async () => {
  first = await makeOperator(['admin'])
})
test.beforeEach(({ context }) => giveConsole(context, first))

const read = (id: string) => callAs<Proposal>(first, getProposal.path.replace(':id', id))

/** Asks on the page of approvals for the other value of four eyes; returns the dialog with its preview. */
async function askFourEyes(page: Page, name: string) {
  await page.goto(consoleAddress('/proposals'))
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByRole('table', { name: 'What changes' })).toContainText('fourEyes')
  await dialog.getByLabel(/^Reason/).fill(REASON)
  return dialog
}

/** The newest proposal. */
async function newest(): Promise<Proposal> {
  type List = { readonly content: readonly Proposal[] }
  return (await callAs<List>(first, postProposal.path)).content[0]!
}

test('TOD-008 without partners each chart says that it has no data, and none draws a line', async ({
  page,
}) => {
  await page.goto(consoleAddress('/today'))
  for (const [title, text] of [
    ['Orders by day', 'No order in the last 90 days.'],
    ['Partners by month', 'No partner yet.'],
    ['Payouts by week', 'No payout in the last twelve weeks.'],
    ['Credited by month', 'Nothing was credited in the last twelve months.'],
  ] as const) {
    const box = page.locator('section').filter({ hasText: title }).filter({ hasText: text })
    await expect(box.first()).toBeVisible()
  }
  await expect(page.locator('.chart-column')).toHaveCount(0)
  await expect(page.getByText('Not over yet')).toHaveCount(0)
  await expectAccessible(page)
})

test('APR-014 who is alone reads that nobody can approve, and what to do', async ({ page }) => {
  const dialog = await askFourEyes(page, 'Switch four eyes off')
  await expect(
    dialog.getByText(
      'No other operator can approve this proposal. Add an operator with the role, or switch four eyes off on the command line.',
    ),
  ).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(page.getByText('Proposed. A second operator decides.')).toBeVisible()
  const proposal = await newest()
  expect(proposal).toMatchObject({
    object: 'fourEyes',
    state: 'OPEN',
    approvers: 0,
    acts: ['withdraw'],
  })
  await page.goto(consoleAddress(`/proposals/${proposal.id}`))
  await expect(page.getByText('No other operator can approve this proposal.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(page.getByText('Withdrawn.', { exact: true })).toBeVisible()
  await page.goto(consoleAddress(`/proposals`))
  await expect(page.getByRole('button', { name: 'Switch four eyes off' })).toBeVisible()
})

test('APR-014 another operator approves that four eyes is switched off', async ({
  page,
  context,
}) => {
  second = await makeOperator(['admin'])
  const dialog = await askFourEyes(page, 'Switch four eyes off')
  await expect(dialog.getByText('One other operator can approve this.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(page.getByText('Proposed. A second operator decides.')).toBeVisible()
  await expect(page.getByText(ALONE)).toHaveCount(0)
  const { id } = await newest()
  await giveConsole(context, second)
  await page.goto(consoleAddress(`/proposals/${id}`))
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Approved and done.', { exact: true })).toBeVisible()
  await page.goto(consoleAddress('/today'))
  await expect(page.getByText(ALONE)).toBeVisible()
})

test('APR-013 APR-011 with four eyes off an act is done at once after a confirmation with its numbers', async ({
  page,
}) => {
  const before = Number(await valueOf(GUARDED))
  await page.goto(consoleAddress(`/config?find=${GUARDED}`))
  await page.getByRole('link', { name: GUARDED }).click()
  const panel = page.getByRole('complementary', { name: GUARDED })
  await panel.getByLabel('Value').fill(String(before + 4))
  const propose = panel.getByRole('button', { name: 'Propose', exact: true })
  await expect(propose).not.toHaveAttribute('aria-disabled')
  await propose.click()
  const dialog = page.getByRole('dialog')
  const row = dialog.getByRole('row', { name: GUARDED })
  await expect(row).toContainText(`${before}`)
  await expect(row).toContainText(`${before + 4}`)
  await expect(row.getByRole('cell').last()).toHaveText('4')
  await expect(
    dialog.getByText('Four eyes is off: this is done at once, without a second operator.'),
  ).toBeVisible()
  expect(Number(await valueOf(GUARDED))).toBe(before)
  await dialog.getByLabel(/^Reason/).fill(REASON)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Do it now' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(async () => Number(await valueOf(GUARDED))).toBe(before + 4)
  const { id, proposer } = await newest()
  expect(await read(String(id))).toMatchObject({
    state: 'DONE',
    object: GUARDED,
    proposer: { email: first.email },
    decidedBy: { id: proposer.id },
  })
})

test('APR-014 one operator alone switches four eyes on again', async ({ page }) => {
  const dialog = await askFourEyes(page, 'Switch four eyes on')
  await dialog.getByRole('button', { name: 'Do it now' }).click()
  await expect(page.getByRole('button', { name: 'Switch four eyes off' })).toBeVisible()
  await expect(page.getByText(ALONE)).toHaveCount(0)
  expect(await valueOf('fourEyes')).toBe('TRUE')
  const { id } = await newest()
  const { proposer, decidedBy, state } = await read(String(id))
  expect({ state, by: decidedBy?.email }).toEqual({ state: 'DONE', by: proposer.email })
})

/** A partner with an order that can be cancelled, and three payouts' worth of UPT. */
async function somethingOfEach(by: Operator): Promise<readonly Asked[]> {
  const partner = await makePartner(RICH)
  const payouts = [await pay(partner), await pay(partner)]
  const { content: rates } = await callAs<CallReply<typeof getConsoleRates>>(
    by,
    getConsoleRates.path,
  )
  const { from, to, rate, rateType } = rates.find((one) => one.to === 'UPT')!
  const { content: orders } = await callAs<CallReply<typeof getOrders>>(by, getOrders.path)
  const account = 'UCHAIN_UPT_BONUS'
  const { id: hold } = await callAs<CallReply<typeof postHold>>(by, postHold.path, {
    partnerId: partner.id,
    account,
    amount: '7',
    reason: 'We check an order.',
    internalReason: 'two orders with one invoice',
    until: null,
  })
  const line = { partnerId: partner.id, account, direction: 'credit', amount: '5' }
  const { id: plan, sha256 } = await callAs<CallReply<typeof postPlanDraft>>(
    by,
    postPlanDraft.path,
    { name: 'Less for direct sales', from: 'file', text: JSON.stringify(cheaperPlan()) },
  )
  const operator = String(await idOf(await makeOperator(['finance'])))
  const unknown = await makePartner({ name: 'Sofia Lang' })
  return [
    { kind: 'setting', object: GUARDED, values: { value: '17' } },
    {
      kind: 'rate',
      object: `${from}/${to}`,
      values: { rate: String(Number(rate) * 10), rateType },
    },
    { kind: 'role', object: operator, values: { roles: ['finance', 'admin'] } },
    { kind: 'recovery', object: operator, values: {} },
    { kind: 'payout', object: String(payouts[0]), values: {} },
    { kind: 'batch', object: 'hand-over', values: { payoutIds: [payouts[1]!] } },
    {
      kind: 'routes',
      object: `${ROUTE.payoutFrom}/${ROUTE.payoutTo}`,
      values: { enabled: true, limits: { ...ROUTE.limits, fee: '3' } },
    },
    {
      kind: 'adjustment',
      object: 'goodwill',
      values: {
        lines: [{ ...line, kind: 'goodwill', reason: 'for your patience' }],
        mayGoNegative: false,
      },
    },
    { kind: 'hold_release', object: String(hold), values: {} },
    { kind: 'order_cancel', object: String(orders[0]!.id), values: {} },
    { kind: 'erasure', object: String(unknown.id), values: { payouts: [], accounts: [] } },
    { kind: 'plan', object: String(plan), values: { sha256 } },
  ]
}

type Asked = { readonly kind: ProposalKind; readonly object: string; readonly values: object }

/** The plan of the product with a lower percentage of direct sales, from 2099 on. */
function cheaperPlan(): object {
  const document = structuredClone(DEFAULT_PLAN_DOCUMENT) as {
    validFrom: number
    unilevel: { percent: string }[]
  }
  document.validFrom = Date.UTC(2099, 0, 1)
  document.unilevel[5]!.percent = '30'
  return document
}

test('APR-011 the page of each kind of proposal shows before, after and difference, and the age of the preview', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000)
  const all = ['support', 'finance', 'plan', 'admin'] as const
  const [by, other] = [await makeOperator(all), await makeOperator(all)]
  await giveConsole(context, by)
  const propose = (asked: Asked) =>
    callAs<Proposal>(by, postProposal.path, { ...asked, reason: REASON })
  const shown = new Set<ProposalKind>()
  let plan: Proposal | undefined
  for (const asked of await somethingOfEach(by)) {
    const proposal = await propose(asked)
    await expectPreview(page, proposal)
    shown.add(proposal.kind)
    if (proposal.kind === 'plan') plan = proposal
  }
  const approve = postProposalApprove.path.replace(':id', String(plan!.id))
  const approved = await callAs<Proposal>(other, approve, { version: plan!.version })
  expect(approved.state).toBe('DONE')
  const { content } = await callAs<CallReply<typeof getPlanVersions>>(by, getPlanVersions.path)
  const version = Math.max(...content.map((one) => one.version))
  const withdraw = { kind: 'plan_withdraw', object: String(version), values: {} } as const
  const withdrawn = await propose(withdraw)
  await expectPreview(page, withdrawn)
  shown.add('plan_withdraw')
  // `plan-journey.spec.ts` proposes a close: it needs a month that is over.
  shown.add('close')
  expect(ProposalKind.options.filter((kind) => !shown.has(kind))).toEqual([])
})

test('HLD-004 a partner sees on the payout page how much can be paid out, and from when the rest', async ({
  page,
  signIn,
}) => {
  const holdingDays = 30
  await operate('PUT', putPayoutSettings.path, [
    { ...ROUTE, limits: { ...ROUTE.limits, holdingDays } },
  ])
  await signIn(RICH)
  const answer = page.waitForResponse((response) => response.url().endsWith(getPayoutStanding.path))
  await page.goto(`${product().office}/en/payout`)
  const { data } = (await (await answer).json()) as { data: CallReply<typeof getPayoutStanding> }
  const { at, amount } = data.waiting[0]!
  expect(at % DAY_MS).toBe(0)
  expect(at).toBeGreaterThan(Date.now() + (holdingDays - 1) * DAY_MS)
  await page.getByRole('radio', { name: /UPT bonus to UPT wallet/ }).check()
  const day = new Date(at).toISOString().slice(0, 10).split('-').toReversed().join('.')
  const coins = Number(amount).toLocaleString('en', { minimumFractionDigits: 8 })
  expect(coins).toBe('8,000.00000000')
  await expect(page.getByRole('region', { name: 'Not free yet' })).toContainText(
    new RegExp(`You can pay out ${coins}.UPT from ${day}.00:00.UTC on\\.`),
  )
})

/** The value of a setting, as the command lists it. */
async function valueOf(name: string): Promise<string> {
  const [, value] = new RegExp(`^${name}\t([^\t\n]*)`, 'm').exec(await office('config list')) ?? []
  if (value === undefined) throw new Error(`no setting ${name}`)
  return value
}
