// Plan versions, drafts, and the proposals that load and withdraw a version.
import type {
  CallReply,
  getPlanHolders,
  ListedDraft,
  LoadedPlanVersion,
  PlanDraft,
  Proposal,
} from '@partner-office/contracts'
import { DAY_MS as DAY, DEFAULT_PLAN_DOCUMENT, emptyOf, planShape } from '@partner-office/domain'
import { BROKEN_PLANS, changedPlan } from '@partner-office/domain/testing/broken-plans.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { exportRows } from '../business/exports/export-rows.ts'
import { recordOrder } from '../testing/record-order.ts'
import { asUpload, textOf } from '../testing/core.ts'
import { onPostgres } from '../testing/databases.ts'
import type { OperatorsDesk } from '../testing/operators-desk.ts'
import { PLAN_REASON, PlanDesk, planText } from '../testing/plan-desk.ts'
import { runOffice } from '../testing/run-office.ts'
import { fourEyes } from '../verify/four-eyes.ts'
import { words } from '../verify/words.ts'
import { verifyAll, verifyIn } from '../verify/verify-all.ts'

const DEFAULT_TEXT = planText(DEFAULT_PLAN_DOCUMENT)

onPostgres('plans of the console', (newDatabase) => {
  let at: PlanDesk
  let desk: OperatorsDesk
  beforeAll(async () => {
    at = await PlanDesk.open(await newDatabase())
    desk = at.desk
  })
  beforeEach(() => at.signIn())

  const get = async (path: string, by = at.vic) => (await desk.as(by, 'GET', `plan/${path}`)).data
  const versions = async (): Promise<LoadedPlanVersion[]> => (await get('versions')).content
  const office = async (line: readonly string[], input?: string) => {
    const { out } = await runOffice(desk.core, line, input === undefined ? null : asUpload(input))
    return out
  }
  const later = (changes: Readonly<Record<string, unknown>> = {}, days = 10) =>
    changedPlan({ validFrom: desk.clock.now + days * DAY, ...changes })

  test('PLN-004 a draft begins as a version, as a file or empty, and keeps its author', async () => {
    const { data: one } = await at.add({ name: ' From version 1 ', from: 'version', version: 1 })
    expect(one).toMatchObject({
      name: 'From version 1',
      author: 'pat@example.com',
      fromVersion: 1,
      version: 1,
      text: DEFAULT_TEXT,
      problems: [],
    })
    const { data: empty } = await at.add({ name: 'Empty', from: 'empty' })
    expect(JSON.parse(empty.text)).toEqual(emptyOf(planShape()))
    expect(empty.fromVersion).toBeNull()
    const file = await at.added(changedPlan({ 'ranks[2].turnover': '5000.00' }))
    expect(file.text).toBe(DEFAULT_TEXT)
    const list: ListedDraft[] = (await get('drafts')).content
    expect(list.map(({ name }) => name)).toEqual(['Summer', 'Empty', 'From version 1'])
    expect(list.map(({ problems }) => problems > 0)).toEqual([false, true, false])
    expect(await get(`drafts/${file.id}`)).toEqual(file)
    expect((await at.add({ name: 'None', from: 'version', version: 99 })).code).toBe('not_found')
    expect((await at.add({ name: ' ', from: 'empty' })).code).toBe('validation_error')
  })

  test('PLN-004 only operators with the role plan write drafts', async () => {
    const draft = await at.added(DEFAULT_PLAN_DOCUMENT)
    for (const by of [at.fin, at.vic]) {
      expect((await at.add({ name: 'Mine', from: 'empty' }, by)).code).toBe('access_denied')
      expect((await at.save(draft, {}, by)).code).toBe('access_denied')
      const removed = await desk.as(by, 'DELETE', `plan/drafts/${draft.id}?version=1`)
      expect(removed.code).toBe('access_denied')
    }
  })

  test('PLN-004 with 100 drafts figures, credits and verify are as they were', async () => {
    const look = async () => {
      const { rows } = await sql`
        select (select md5(string_agg(b::text, ',' order by id)) from bonus_records b) as records,
          (select count(*) from plans) as plans, (select count(*) from fact_log) as facts`.execute(
        desk.core.database.read,
      )
      const figures = await desk.core.network.figures(1)
      return { rows, figures, credit: await office(['plan', 'show']) }
    }
    const before = await look()
    for (let number = 0; number < 100; number += 1) {
      await at.added(changedPlan({ 'unilevel[0].percent': String(number % 30) }), `Draft ${number}`)
    }
    expect(await look()).toEqual(before)
    expect((await verifyAll(desk.core)).differences).toEqual([])
  })

  test('PLN-006 a draft has as many problems as `plan check` prints, with the same words', async () => {
    const draft = await at.added(DEFAULT_PLAN_DOCUMENT)
    let version = draft.version
    for (const [place, value] of BROKEN_PLANS) {
      const document = changedPlan({ [place]: value })
      const { data: saved } = await at.save({ ...draft, version }, document)
      version = saved.version
      const printed = await office(['plan', 'check', 'plan.json'], planText(document))
      const lines = (saved as PlanDraft).problems.map((each) => `${each.place}: ${each.text}\n`)
      expect(lines.length).toBeGreaterThan(0)
      expect(lines.join('')).toBe(printed)
    }
  })

  test('PLN-007 a draft that is a plan has its warnings', async () => {
    const { warnings } = await at.added(changedPlan({ 'ranks[2].bonus': '1000.01' }))
    expect(warnings).toEqual([
      { place: 'ranks[2].bonus', kind: 'rankBonus', value: 'JADE', other: '' },
    ])
  })

  test('PLN-008 each version goes out as `plan show` prints it, and comes in again byte for byte', async () => {
    await office(
      ['plan', 'load', 'plan.json'],
      planText(later({ 'unilevel[0].percent': 39.5 }, 400)),
    )
    for (const { version } of await versions()) {
      const printed = await office(['plan', 'show', '--version', String(version)])
      const file = await desk.app.inject({
        url: `/console/v1/plan/versions/${version}/file`,
        headers: { host: 'localhost:3002', cookie: at.vic.cookie },
      })
      expect(file.body).toBe(printed)
      expect((await get(`versions/${version}`)).text).toBe(printed)
      const { data } = await at.add({ name: 'Again', from: 'file', text: file.body })
      expect(data.text).toBe(printed)
      const again = await desk.app.inject({
        url: `/console/v1/plan/drafts/${data.id}/file`,
        headers: { host: 'localhost:3002', cookie: at.vic.cookie },
      })
      expect(again.body).toBe(printed)
    }
    expect((await desk.as(at.vic, 'GET', 'plan/versions/99/file')).code).toBe('not_found')
  })

  test('PLN-008 what `plan load` cannot read is refused with its words', async () => {
    for (const [text, said] of [
      ['{', 'the file is not JSON: '],
      ['{"a":1,"a":2}', 'the file is not JSON: A key stands twice in an object'],
      ['[]', 'must be an object, not a list'],
    ] as const) {
      const { body } = await at.add({ name: 'Bad', from: 'file', text })
      expect(body.errors[0]).toMatchObject({ code: 'validation_error' })
      expect(body.errors[0].errors[0]).toContain(said)
    }
  })

  test('PLN-009 the second save of an old version names the places and overwrites nothing', async () => {
    const draft = await at.added(DEFAULT_PLAN_DOCUMENT)
    const { data: first } = await at.save(draft, changedPlan({ 'unilevel[1].percent': '8' }))
    const second = changedPlan({ 'activity.days': 31, 'unilevel[1].percent': '9' })
    const refused = await at.save(draft, second)
    expect(refused.code).toBe('changed_meanwhile')
    expect(refused.body.errors[0].errors).toEqual([
      'unilevel[1].percent: 8, not 9',
      'activity.days: 30, not 31',
    ])
    expect(await get(`drafts/${draft.id}`)).toEqual(first)
    const gone = await desk.as(at.pat, 'DELETE', `plan/drafts/${draft.id}?version=1`)
    expect(gone.code).toBe('changed_meanwhile')
    expect(
      (await desk.as(at.pat, 'DELETE', `plan/drafts/${draft.id}?version=2`)).code,
    ).toBeUndefined()
    expect((await desk.as(at.pat, 'GET', `plan/drafts/${draft.id}`)).code).toBe('not_found')
  })

  test('PLN-019 a proposal loads exactly its bytes, names who agreed, and `plan show` prints them', async () => {
    const draft = await at.added(later({ 'unilevel[1].percent': '6.5' }, 500))
    const { data: proposal } = await at.proposeDraft(draft)
    expect(proposal).toMatchObject({ kind: 'plan', state: 'OPEN', after: { document: draft.text } })
    expect(await get(`drafts/${draft.id}`)).toMatchObject({ proposal: proposal.id })
    const rows = (proposal as Proposal).preview.map(({ name, before, after }) => [
      name,
      before,
      after,
    ])
    expect(rows).toContainEqual(['unilevel[1].percent', '7', '6.5'])
    expect((await at.approve(proposal, at.pat)).code).toBe('second_operator_required')
    const before = (await versions()).length
    expect((await at.approve(proposal)).data).toMatchObject({ state: 'DONE', failure: null })
    const [loaded] = await versions()
    expect(loaded).toMatchObject({
      version: before + 1,
      state: 'PLANNED',
      loadedBy: 'pat@example.com',
      approvedBy: 'fin@example.com',
      proposal: proposal.id,
      reason: PLAN_REASON,
      mayWithdraw: true,
    })
    expect(await office(['plan', 'show', '--version', String(before + 1)])).toBe(draft.text)
    const { core } = desk
    const found = await core.database.asOwner((tx) => verifyIn(tx, core, [words, fourEyes]))
    expect(found.differences).toEqual([])
  })

  test('PLN-018 PLN-019 a draft that was saved again, or another version, outdates the proposal', async () => {
    const draft = await at.added(later({}, 510))
    expect((await at.propose('plan', draft.id, { sha256: '0'.repeat(64) })).code).toBe(
      'changed_meanwhile',
    )
    const { data: first } = await at.proposeDraft(draft)
    const { data: saved } = await at.save(draft, later({ 'activity.days': 29 }, 510))
    const refused = await at.approve(first)
    expect(refused.code).toBe('proposal_outdated')
    expect(refused.body.errors[0].errors[0]).toContain('the draft was saved again')
    const { data: second } = await at.proposeDraft(saved)
    await office(['plan', 'load', 'plan.json'], planText(later({}, 520)))
    const other = await at.approve(second)
    expect(other.code).toBe('proposal_outdated')
    expect(other.body.errors[0].errors[0]).toContain('newest plan version: was')
  })

  test('PLN-018 a draft with a problem cannot be proposed: each place is named', async () => {
    const draft = await at.added(changedPlan({ 'activity.days': 0, legRule: 'first' }))
    const { body } = await at.proposeDraft(draft)
    expect(body.errors.map(({ fieldName }: { fieldName: string }) => fieldName)).toEqual([
      'legRule',
      'activity.days',
    ])
  })

  test('PLN-019 D-162 decided orders since validFrom are named first, with their number and EUR', async () => {
    const paidAt = desk.clock.now - DAY
    await recordOrder(desk.core, { orderId: 901, partnerId: 7, paidAt: paidAt - 1, cents: 1_00 })
    await recordOrder(desk.core, { orderId: 902, partnerId: 7, paidAt, cents: 100_50 })
    await recordOrder(desk.core, { orderId: 903, partnerId: 7, paidAt: paidAt + 1, cents: 20_00 })
    await recordOrder(desk.core, { orderId: 904, partnerId: 7, paidAt: paidAt + 1, cents: 7_00 })
    await office(['cancel', 'order', '904', '--reason', 'paid twice'])
    const draft = await at.added(changedPlan({ validFrom: paidAt }))
    const { data } = await desk.as(at.pat, 'POST', 'proposals/preview', {
      kind: 'plan',
      object: String(draft.id),
      values: { sha256: draft.sha256 },
    })
    expect(data.preview[0]).toEqual({
      name: 'orders decided since validFrom, which stay as they are: 2, EUR',
      before: '120.50',
      after: '120.50',
      difference: null,
    })
  })

  test('PLN-020 a withdrawn version gives way to the one before, which decides orders at its validFrom', async () => {
    const validFrom = desk.clock.now + 30 * DAY
    const draft = await at.added(changedPlan({ validFrom, 'unilevel[5].percent': '10' }), 'Tenth')
    await at.approve((await at.proposeDraft(draft)).data)
    const [loaded] = await versions()
    const { data: proposal } = await at.propose('plan_withdraw', loaded!.version)
    expect(proposal.preview[0].after).toBe(`1, as version ${loaded!.version + 1}`)
    expect((await at.approve(proposal)).data).toMatchObject({ state: 'DONE', failure: null })
    const [again, withdrawn] = await versions()
    expect(again).toMatchObject({
      validFrom,
      withdraws: loaded!.version,
      reason: PLAN_REASON,
      mayWithdraw: false,
    })
    expect(withdrawn).toMatchObject({
      withdrawnBy: again!.version,
      until: validFrom,
      mayWithdraw: false,
    })
    const text = await office(['plan', 'show', '--version', String(again!.version)])
    expect(text).toBe(planText(changedPlan({ validFrom })))
    for (const { version } of [again!, withdrawn!]) {
      expect((await at.propose('plan_withdraw', version)).code).toBe('too_late')
    }
    desk.clock.now = validFrom
    await recordOrder(desk.core, { orderId: 950, partnerId: 7, paidAt: validFrom, cents: 100_00 })
    const { rows } = await sql<{ percent: string; version: number }>`
      select percent::float8::text as percent, plan_version as version from bonus_records
      where order_id = 950 and level = 1`.execute(desk.core.database.read)
    expect(rows).toEqual([{ percent: '40', version: again!.version }])
  })

  test('PLN-020 from its validFrom on a version cannot be withdrawn, and a proposal is outdated', async () => {
    const validFrom = desk.clock.now + 2 * DAY
    const draft = await at.added(changedPlan({ validFrom }), 'Soon')
    await at.approve((await at.proposeDraft(draft)).data)
    const [loaded] = await versions()
    desk.clock.now = validFrom - 2 * 60_000
    await at.signIn()
    const { data: proposal } = await at.propose('plan_withdraw', loaded!.version)
    expect(proposal.state).toBe('OPEN')
    desk.clock.now = validFrom
    const refused = await at.approve(proposal)
    expect(refused.code).toBe('proposal_outdated')
    expect(refused.body.errors[0].errors[0]).toContain('it is in force since')
    expect((await at.propose('plan_withdraw', loaded!.version)).code).toBe('too_late')
  })

  test('PLN-002 the partners who hold each rank now are those of the export', async () => {
    const { content }: CallReply<typeof getPlanHolders> = await get('holders')
    const [header, ...lines] = (await textOf(exportRows(desk.core, 'ranks'))).trim().split('\n')
    const place = header!.split(',').indexOf('rankCode')
    const held = Map.groupBy(lines, (line) => line.split(',')[place]!)
    for (const { code, partners } of content) {
      expect({ code, partners }).toEqual({ code, partners: held.get(code)?.length ?? 0 })
    }
    expect(content).toHaveLength(DEFAULT_PLAN_DOCUMENT.ranks.length)
    expect(held.size).toBeGreaterThan(1)
  })

  test('PLN-001 the list has what SQL counts, and names the version in force', async () => {
    const list = await versions()
    const { content: uses } = await get('uses')
    const { rows } = await sql`
      select p.version, (select count(*) from order_decisions o where o.plan_version = p.version) as orders,
        (select count(*) from bonus_records b where b.plan_version = p.version) as records
      from plans p order by p.version desc`.execute(desk.core.database.read)
    expect(uses).toEqual(rows)
    expect(list.map(({ version }) => version)).toEqual(
      uses.map((each: { version: number }) => each.version),
    )
    const { version } = await desk.core.plans.at(desk.core.database.read, desk.clock.now)
    expect(list.filter(({ state }) => state === 'IN_FORCE').map((each) => each.version)).toEqual([
      version,
    ])
    expect(list.at(-1)).toMatchObject({ version: 1, loadedBy: null, validFrom: 0 })
    expect(list.map(({ loadedBy }) => loadedBy)).toContain('ann')
  })
})
