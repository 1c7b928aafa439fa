import {
  type CallReply,
  getIntegrity,
  getJob,
  getJobs,
  type Job,
  postKnownDifference,
} from '@partner-office/contracts'

import { answerCall, changeCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { expectAccessible } from '../page-checks.ts'
import { consoleAddress, giveConsole, makeOperator } from './operator.ts'
import { expectSound } from './sound.ts'

type Integrity = CallReply<typeof getIntegrity>

const AT = Date.UTC(2026, 3, 2)
const MOVED = 'partner 42: depth 9, the sponsor 41 stands at depth 2'
const REASON = 'It is corrected tomorrow'

/** A verification, as the service shows it. */
const job = (changes: Partial<Job>): Job => ({
  id: 7,
  kind: 'verify',
  object: '',
  state: 'DONE',
  done: 40,
  of: 40,
  part: 'four eyes',
  startedAt: AT,
  endedAt: AT,
  by: 'ann@example.com',
  process: 'app1',
  error: null,
  result: {
    checks: 96,
    found: 2,
    differences: [MOVED, 'transfer 7: the amount is 10, not 11'],
    families: ['tree', 'ledger'],
  },
  event: 1,
  acts: ['again'],
  ...changes,
})

test('AUD-006 verify runs from the integrity page with its progress, and planted differences say what they mean and what to do', async ({
  page,
  context,
}) => {
  await giveConsole(context, await makeOperator(['admin']))
  let acknowledged: Integrity['acknowledged'] = []
  const verify = { job: 7, at: AT, actor: 'ann@example.com', checks: 96, differences: 2, ms: 9_000 }
  await changeCall<Integrity>(page, getIntegrity.path, (read) => ({
    ...read,
    verify,
    acknowledged,
  }))
  await answerCall(page, getJob.path.replace(':id', '7'), job({}))
  const running = job({
    id: 8,
    state: 'RUNNING',
    done: 12,
    part: 'ledger',
    endedAt: null,
    result: null,
    acts: ['cancel'],
  })
  const end = await answerCall(page, getJobs.path, { content: [running] })
  await page.goto(consoleAddress('/integrity'))
  const box = page.getByRole('region', { name: 'Verification', exact: true })
  await expect(box.getByText('12 of 40', { exact: true })).toBeVisible()
  await expect(box.getByText('ledger', { exact: true })).toBeVisible()
  await expect(box.getByRole('button', { name: 'Cancel the verification' })).toBeVisible()
  await expect(box.getByRole('button', { name: 'Verify', exact: true })).toHaveCount(0)
  await end()

  await answerCall(page, getJobs.path, { content: [job({})] })
  await page.reload()
  await expect(box.getByText('2 differences were found.')).toBeVisible()
  await expect(box.getByRole('list', { name: 'Partners and orders' })).toContainText(MOVED)
  await expect(box.getByRole('list', { name: 'Ledger' })).toContainText('transfer 7')
  await expect(box.getByText(/do not add up to zero/)).toBeVisible()
  await expect(box.getByText(/^Stop payouts with the setting/).first()).toBeVisible()
  await expectSound(page)
  await page.screenshot({ path: 'reports/pictures/integrity-differences.png', fullPage: true })

  await answerCall(page, postKnownDifference.path, {})
  await box.getByRole('button', { name: `Acknowledge: ${MOVED}` }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Acknowledge this difference?' })
  await dialog.getByRole('textbox').fill(REASON)
  await expectAccessible(page)
  acknowledged = [{ difference: MOVED, by: 'ann@example.com', at: AT, reason: REASON }]
  await dialog.getByRole('button', { name: 'Acknowledge', exact: true }).click()
  await expect(box.getByText(REASON, { exact: true })).toBeVisible()
  await expect(box.getByRole('list', { name: 'Partners and orders' })).toContainText(MOVED)
  await expectAccessible(page)
})
