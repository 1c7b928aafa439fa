import {
  getJob,
  getJobEvents,
  type Job,
  postFresh,
  postJob,
  postProposal,
  type Proposal,
} from '@partner-office/contracts'

import { JUMP_MS } from '../clock.mjs'
import { changeCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { ownProduct } from '../own-product.ts'
import { callAs, consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'

// The clock of the product goes on from test to test.
test.describe.configure({ mode: 'serial' })

let proposer: Operator
let watcher: Operator
const { jumpClock } = ownProduct(async () => {
  proposer = await makeOperator(['admin'])
  watcher = await makeOperator(['admin'])
})

test('OPR-014 16 minutes after the confirmation the page asks for another, and the same act goes on with what was typed', async ({
  page,
  context,
}) => {
  await giveConsole(context, proposer)
  await page.goto(consoleAddress('/proposals'))
  await page.getByRole('button', { name: 'Switch four eyes off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch four eyes off' })
  const reason = 'I work alone in August'
  await dialog.getByLabel(/^Reason/).fill(reason)
  jumpClock()
  const refused = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith(postProposal.path),
  )
  await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
  expect(await (await refused).json()).toMatchObject({
    state: 'error',
    errors: [{ code: 'fresh_sign_in_required' }],
  })
  const fresh = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const confirmed = page.waitForResponse((answer) => answer.url().endsWith(postFresh.path))
  await fresh
    .getByLabel('Code of the authenticator')
    .fill(await proposer.authenticator.nextCode(JUMP_MS))
  expect(await (await confirmed).json()).toMatchObject({ state: 'success' })
  await expect(page.getByText('Proposed. A second operator decides.')).toBeVisible()
  type List = { readonly content: readonly Proposal[] }
  const { content } = await callAs<List>(proposer, postProposal.path)
  expect(content).toMatchObject([{ object: 'fourEyes', reason, state: 'OPEN' }])
})

test('OPR-006 an open page with a stream that refreshes itself is signed out after 30 minutes without a call of the operator', async ({
  page,
  context,
}) => {
  await giveConsole(context, watcher)
  await page.goto(consoleAddress('/system'))
  await page.getByRole('button', { name: 'Run office doctor' }).click()
  const panel = page.getByRole('complementary', { name: /^Job \d+$/ })
  await expect(panel).toContainText('Done', { timeout: 60_000 })
  const [, id = ''] = /job=(\d+)/.exec(page.url()) ?? []
  // Only that the job still runs is made up: its page keeps the stream open, which the service ends and the browser begins again.
  await changeCall<Job>(page, getJob.path.replace(':id', id), (job) => ({
    ...job,
    state: 'RUNNING',
    endedAt: null,
  }))
  const streams = getJobEvents.path.replace(':id', id)
  await page.route(
    ({ pathname }) => pathname === streams,
    (route) =>
      route.continue({ headers: { ...route.request().headers(), 'last-event-id': '1000000' } }),
  )
  const answered = (path: string) =>
    page.waitForResponse((answer) => answer.url().endsWith(path) && answer.ok())
  await Promise.all([answered(streams), page.reload()])
  await expect(panel).toContainText('Runs')
  jumpClock()
  // What was sent before the jump may be answered after it: what comes then is of the time between the jumps.
  await answered(streams)
  await answered(streams)
  await answered(getJob.path.replace(':id', id))
  jumpClock()
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await expect(panel).toBeVisible()
  await expect(callAs(watcher, postJob.path)).rejects.toThrow('invalid_token')
})
