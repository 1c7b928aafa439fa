// Proposals to load a draft once months are closed: the difference that they need, and the starts that are too late.
import type { PlanDraft, Proposal } from '@partner-office/contracts'
import { DAY_MS as DAY, monthEnd, parseMonth } from '@partner-office/domain'
import { changedPlan } from '@partner-office/domain/testing/broken-plans.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import {
  AFTER_NEXT_MONTH,
  MONTH,
  NEXT_MONTH,
  openClosingNetwork,
} from '../testing/closing-network.ts'
import { onBothDatabases } from '../testing/databases.ts'
import { DifferenceDesk } from '../testing/difference-desk.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'

const REASON = 'as the meeting has decided'
const END = monthEnd(parseMonth(MONTH)!)

onBothDatabases('a draft after closed months', (newDatabase) => {
  let desk: OperatorsDesk
  let differences: DifferenceDesk
  let pat: Browser
  let fin: Browser
  beforeAll(async () => {
    const database = await newDatabase()
    const { clock } = await openClosingNetwork(database)
    desk = await OperatorsDesk.open(database, { clock })
    pat = await desk.operator('pat@example.com', 'plan')
    fin = await desk.operator('fin@example.com', 'finance')
    differences = await DifferenceDesk.open(database, { clock, as: pat })
    clock.now += DAY
    await desk.run(`close ${MONTH}`)
  })
  beforeEach(async () => {
    for (const by of [pat, fin]) Object.assign(by, await desk.signIn(by))
  })

  const added = async (changes: Readonly<Record<string, unknown>>): Promise<PlanDraft> => {
    const text = JSON.stringify(changedPlan(changes))
    return (await desk.as(pat, 'POST', 'plan/drafts', { name: 'Next', from: 'file', text })).data
  }
  const propose = ({ id, sha256 }: PlanDraft) =>
    desk.as(pat, 'POST', 'proposals', {
      kind: 'plan',
      object: String(id),
      values: { sha256 },
      reason: REASON,
    })
  const saved = async (
    { id, name, version }: PlanDraft,
    changes: Readonly<Record<string, unknown>>,
  ) => {
    const text = JSON.stringify(changedPlan(changes))
    const { data } = await desk.as(pat, 'PUT', `plan/drafts/${id}`, { name, version, text })
    return data as PlanDraft
  }

  test('PLN-018 a proposal needs a finished difference of exactly these bytes, and shows its totals', async () => {
    const changes = { validFrom: END, 'unilevel[5].percent': '30' }
    const draft = await added(changes)
    const without = await propose(draft)
    expect(without).toMatchObject({ code: 'required' })
    expect(without.body.errors[0]).toMatchObject({
      fieldName: 'difference',
      errors: [`run the difference of this draft over at least ${MONTH} first`],
    })
    const difference = await differences.run(draft.text, [MONTH])
    const other = await saved(draft, { ...changes, 'activity.days': 29 })
    expect((await propose(other)).code).toBe('required')
    const same = await saved(other, changes)
    expect(same.sha256).toBe(draft.sha256)
    const { data: proposal } = await propose(same)
    const rows = (proposal as Proposal).preview.map(({ name, before, after }) => [
      name,
      before,
      after,
    ])
    expect(rows).toContainEqual([`difference ${difference.id}, months`, MONTH, MONTH])
    expect(rows.filter(([name]) => name === 'DIRECT, UPT')).toHaveLength(1)
    const [, real, drafted] = rows.find(([name]) => name === 'DIRECT, UPT')!
    expect(Number(drafted) / Number(real)).toBeCloseTo(0.75, 3)
    const approved = await desk.as(fin, 'POST', `proposals/${proposal.id}/approve`, {
      version: proposal.version,
    })
    expect(approved.data).toMatchObject({ state: 'DONE', failure: null })
  })

  test('PLN-019 a validFrom inside or before a closed month is too late, and its end is not', async () => {
    for (const validFrom of [0, END - 1]) {
      const draft = await added({ validFrom, 'activity.days': 28 })
      await differences.run(draft.text, [MONTH])
      const refused = await propose(draft)
      expect(refused.code).toBe('too_late')
      expect(refused.body.errors[0].errors).toEqual([
        `a month is closed: validFrom must be ${new Date(END).toISOString()} or later`,
      ])
    }
    const draft = await added({ validFrom: END, 'activity.days': 28 })
    await differences.run(draft.text, [MONTH])
    expect((await propose(draft)).data).toMatchObject({ state: 'OPEN' })
  })

  test('PLN-018 a month that is closed meanwhile needs a difference over it too', async () => {
    desk.clock.now = AFTER_NEXT_MONTH - 4 * DAY
    for (const by of [pat, fin]) Object.assign(by, await desk.signIn(by))
    const draft = await added({ validFrom: AFTER_NEXT_MONTH + 90 * DAY, 'activity.days': 27 })
    await differences.run(draft.text, [MONTH])
    const { data: proposal } = await propose(draft)
    desk.clock.now = AFTER_NEXT_MONTH
    await desk.run(`close ${NEXT_MONTH}`)
    for (const by of [pat, fin]) Object.assign(by, await desk.signIn(by))
    const refused = await desk.as(fin, 'POST', `proposals/${proposal.id}/approve`, { version: 1 })
    expect(refused.code).toBe('proposal_outdated')
    expect(refused.body.errors[0].errors[0]).toContain(`over at least ${NEXT_MONTH} first`)
    expect((await propose(draft)).code).toBe('required')
    await differences.run(draft.text, [MONTH, NEXT_MONTH])
    expect((await propose(draft)).data).toMatchObject({ state: 'OPEN' })
  })
})
