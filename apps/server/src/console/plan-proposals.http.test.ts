// Proposals to load a draft once months are closed: the difference that they need, and the starts that are too late.
import type { PlanDraft, Proposal } from '@partner-office/contracts'
import { DAY_MS as DAY, monthEnd, parseMonth } from '@partner-office/domain'
import { changedPlan } from '@partner-office/domain/testing/broken-plans.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { AFTER_NEXT_MONTH, MONTH, NEXT_MONTH } from '../testing/closing-network.ts'
import { onPostgres } from '../testing/databases.ts'
import { DifferenceDesk } from '../testing/difference-desk.ts'
import { PlanDesk } from '../testing/plan-desk.ts'

const END = monthEnd(parseMonth(MONTH)!)

onPostgres('a draft after closed months', (newDatabase) => {
  let at: PlanDesk
  let differences: DifferenceDesk
  beforeAll(async () => {
    const database = await newDatabase()
    at = await PlanDesk.open(database)
    differences = await DifferenceDesk.open(database, { clock: at.desk.clock, as: at.pat })
    await at.desk.run(`close ${MONTH}`)
  })
  beforeEach(() => at.signIn())

  test('PLN-018 a proposal needs a finished difference of exactly these bytes, and shows its totals', async () => {
    const changes = { validFrom: END, 'unilevel[5].percent': '30' }
    const draft = await at.added(changedPlan(changes))
    const without = await at.proposeDraft(draft)
    expect(without).toMatchObject({ code: 'required' })
    expect(without.body.errors[0]).toMatchObject({
      fieldName: 'difference',
      errors: [`run the difference of this draft over at least ${MONTH} first`],
    })
    const difference = await differences.run(draft.text, [MONTH])
    const changed = changedPlan({ ...changes, 'activity.days': 29 })
    const other: PlanDraft = (await at.save(draft, changed)).data
    expect((await at.proposeDraft(other)).code).toBe('required')
    const same: PlanDraft = (await at.save(other, changedPlan(changes))).data
    expect(same.sha256).toBe(draft.sha256)
    const { data: proposal } = await at.proposeDraft(same)
    const rows = (proposal as Proposal).preview.map(({ name, before, after }) => [
      name,
      before,
      after,
    ])
    expect(rows).toContainEqual([`difference ${difference.id}, months`, MONTH, MONTH])
    expect(rows.filter(([name]) => name === 'DIRECT, UPT')).toHaveLength(1)
    const [, real, drafted] = rows.find(([name]) => name === 'DIRECT, UPT')!
    expect(Number(drafted) / Number(real)).toBeCloseTo(0.75, 3)
    const approved = await at.approve(proposal)
    expect(approved.data).toMatchObject({ state: 'DONE', failure: null })
  })

  test('PLN-019 a validFrom inside or before a closed month is too late, and its end is not', async () => {
    for (const validFrom of [0, END - 1]) {
      const draft = await at.added(changedPlan({ validFrom, 'activity.days': 28 }))
      await differences.run(draft.text, [MONTH])
      const refused = await at.proposeDraft(draft)
      expect(refused.code).toBe('too_late')
      expect(refused.body.errors[0].errors).toEqual([
        `a month is closed: validFrom must be ${new Date(END).toISOString()} or later`,
      ])
    }
    const draft = await at.added(changedPlan({ validFrom: END, 'activity.days': 28 }))
    await differences.run(draft.text, [MONTH])
    expect((await at.proposeDraft(draft)).data).toMatchObject({ state: 'OPEN' })
  })

  test('PLN-018 a month that is closed meanwhile needs a difference over it too', async () => {
    at.desk.clock.now = AFTER_NEXT_MONTH - 4 * DAY
    await at.signIn()
    const draft = await at.added(
      changedPlan({ validFrom: AFTER_NEXT_MONTH + 90 * DAY, 'activity.days': 27 }),
    )
    await differences.run(draft.text, [MONTH])
    const { data: proposal } = await at.proposeDraft(draft)
    at.desk.clock.now = AFTER_NEXT_MONTH
    await at.desk.run(`close ${NEXT_MONTH}`)
    await at.signIn()
    const refused = await at.approve(proposal)
    expect(refused.code).toBe('proposal_outdated')
    expect(refused.body.errors[0].errors[0]).toContain(`over at least ${NEXT_MONTH} first`)
    expect((await at.proposeDraft(draft)).code).toBe('required')
    await differences.run(draft.text, [MONTH, NEXT_MONTH])
    expect((await at.proposeDraft(draft)).data).toMatchObject({ state: 'OPEN' })
  })
})
