// Disputes: what partners may ask, what operators see and do, and what partners never read.
import type { Dispute, FullDispute, ListedDispute } from '@partner-office/contracts'
import { monthEnd, monthText } from '@partner-office/domain'
import { verifyStatement } from '@partner-office/statement-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { cancelOrder } from '../business/orders/intake/cancel-order.ts'
import { makeStatements } from '../business/statements/make-statements.ts'
import { readStatementKeys } from '../business/statements/statement-keys.ts'
import { erasePartner } from '../business/partners/erase-partner.ts'
import { closePeriod } from '../business/months/close-period.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { AFTER_OCTOBER, openBonusNetwork } from '../testing/bonus-network.ts'
import { onPostgres } from '../testing/databases.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import type { PartnersService } from '../testing/partners-service.ts'
import { STEP_MS } from '../proofs/totp.ts'
import { verifyAll } from '../verify/verify-all.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const UPT = 'UCHAIN_UPT_BONUS'
const TEXT = 'I was active on that day, why is it so low?'
const ADA = 1
const ZOE = 10

onPostgres('disputes', (newDatabase) => {
  let service: PartnersService
  let desk: OperatorsDesk
  let sue: Browser
  let fin: Browser
  let fay: Browser
  let vic: Browser
  beforeAll(async () => {
    const database = await newDatabase()
    service = await openBonusNetwork(database)
    service.clock.now = AFTER_OCTOBER
    await changeSettings(service.core, {
      enforceLegalsOnApi: 'FALSE',
      'rateLimit.user': '0',
      lateOrderCorrections: 'FALSE',
    })
    await closePeriod(service.core, '2026-10')
    desk = await OperatorsDesk.open(database, { clock: service.clock })
    sue = await desk.operator('sue-canary@example.com', 'support')
    fin = await desk.operator('fin-canary@example.com', 'finance')
    fay = await desk.operator('fay-canary@example.com', 'finance')
    vic = await desk.operator('vic-canary@example.com', 'viewer')
  })
  beforeEach(async () => {
    // Each test has its own day, so that none meets the limit of another.
    service.clock.now += DAY + MINUTE
    for (const by of [sue, fin, fay, vic]) Object.assign(by, await desk.signIn(by))
    await withdrawAll()
    await sql`delete from passport.notices`.execute(desk.core.database.read)
  })

  const send = async (partnerId: number, url: string, body: object) =>
    service.send(await service.signIn(partnerId), 'POST', url, body)
  const ask = (body: object, partnerId = ADA) =>
    send(partnerId, '/v1/disputes', { text: TEXT, ...body })
  const opened = async (body: object, partnerId = ADA): Promise<number> => {
    const { body: answer } = await ask(body, partnerId)
    if (answer.state !== 'success') throw new Error(JSON.stringify(answer))
    return answer.data.id
  }
  const own = async (id: number, partnerId = ADA): Promise<Dispute> =>
    service.get(await service.signIn(partnerId), `/v1/disputes/${id}`)
  const full = async (id: number): Promise<FullDispute> =>
    (await desk.as(sue, 'GET', `disputes/${id}`)).data
  const write = async (act: 'answer' | 'question' | 'note', id: number, text: string, by = sue) => {
    const { version } = await full(id)
    return desk.as(by, 'POST', `disputes/${id}/${act}`, { version, text })
  }
  const refusalOf = ({ body }: { body: { errors: readonly object[] } }) => body.errors[0]
  const records = async (type = 'TEAM') => {
    const { content } = await service.get(
      await service.signIn(ADA),
      `/v1/bonus/history?bonusTypes=${type}&size=100`,
    )
    const rows = content as { id: number; orderId: number; bonusAmount: string }[]
    return rows.filter(({ bonusAmount }) => !bonusAmount.startsWith('-'))
  }
  const correct = async (disputeId: number, more: object = {}, by = fin) => {
    const { correction } = await full(disputeId)
    const { partnerId, account, recordId, orderId, rankId } = correction
    const cause = Object.fromEntries(
      Object.entries({ recordId, orderId, rankId }).filter(([, id]) => id !== null),
    )
    const line = {
      partnerId,
      account: account ?? UPT,
      ...cause,
      disputeId,
      direction: 'credit',
      amount: '12.5',
      kind: 'dispute',
      reason: 'Your order came late.',
      ...more,
    }
    return desk.as(by, 'POST', 'proposals', {
      kind: 'adjustment',
      object: `dispute ${disputeId}`,
      values: { lines: [line], mayGoNegative: false },
      reason: 'canary-reason of the operators',
    })
  }
  const approve = ({ id, version }: { id: number; version: number }) =>
    desk.as(fay, 'POST', `proposals/${id}/approve`, { version })
  const owed = async () => {
    const { rows } = await sql<{ userId: number; kind: string; facts: object }>`
      select user_id, kind, facts from passport.notices where kind like 'dispute%' order by id`.execute(
      desk.core.database.read,
    )
    return rows
  }

  /** Signs the support in so that it is this instant afterwards. */
  const signInAt = async (at: number) => {
    service.clock.now = at - STEP_MS
    Object.assign(sue, await desk.signIn(sue))
    service.clock.now = at
  }
  /** Withdraws what is open, so that each test can question everything. */
  const withdrawAll = async () => {
    const { content } = (await desk.as(vic, 'GET', 'disputes?state=open')).data
    for (const { id, partnerId } of content as ListedDispute[]) {
      await send(partnerId, `/v1/disputes/${id}/withdraw`, { text: '' })
    }
  }

  test('DSP-001 DSP-002 each of the five things can be questioned, and has its explanation', async () => {
    const [record] = await records()
    const line = {
      partnerId: ADA,
      account: UPT,
      direction: 'credit',
      amount: '1',
      kind: 'goodwill',
    }
    const proposed = await desk.as(fin, 'POST', 'proposals', {
      kind: 'adjustment',
      object: 'a gift',
      values: { lines: [{ ...line, reason: 'A present.' }], mayGoNegative: false },
      reason: 'agreed in the meeting',
    })
    await approve(proposed.data)
    const adjustments = await service.get(await service.signIn(ADA), '/v1/adjustments')
    const ranks = await service.get(await service.signIn(ADA), '/v1/rang/history')
    const ids = [
      await opened({ recordId: record!.id }),
      await opened({ month: '2026-10', bonusType: 'WINNER' }),
      await opened({ rankId: ranks[0].rankId }),
      await opened({ adjustmentId: adjustments.content[0].id }),
    ]
    // Dan has no downline: order 1 is no order of his. Zoe was not active in October: a zero of hers.
    const zero = await opened({ orderId: 14, kind: 'TEAM' }, ZOE)
    const kinds = []
    for (const id of [...ids, zero]) {
      const { thing, isAsSeen, isReadable, explanation } = await full(id)
      expect(explanation.length).toBeGreaterThan(5)
      expect(explanation.filter(({ seen, now }) => seen !== now)).toEqual([])
      expect({ isAsSeen, isReadable }).toEqual({ isAsSeen: true, isReadable: true })
      kinds.push(thing.kind)
    }
    expect(kinds).toEqual(['record', 'programme', 'rank', 'adjustment', 'order'])
    expect(await own(ids[0]!)).toMatchObject({
      state: 'OPEN',
      thing: { kind: 'record', recordId: record!.id, orderId: record!.orderId, bonusType: 'TEAM' },
      entries: [{ from: 'partner', kind: 'opened', text: TEXT }],
      acts: ['withdraw'],
    })
  })

  test.each([
    ['nothing', {}, 'validation_error', 'recordId'],
    ['two things', { recordId: 1, rankId: 1 }, 'validation_error', 'rankId'],
    ['an order without its bonus', { orderId: 11 }, 'validation_error', 'kind'],
    ['a month without a programme', { month: '2026-10' }, 'validation_error', 'bonusType'],
    ['no text', { recordId: 1, text: '  ' }, 'required', 'text'],
    ['a text of 19 characters', { recordId: 1, text: 'a'.repeat(19) }, 'validation_error', 'text'],
    [
      'a text of 2,001 characters',
      { recordId: 1, text: 'a'.repeat(2_001) },
      'validation_error',
      'text',
    ],
  ])('DSP-002 %s is refused with its field', async (_, body, code, fieldName) => {
    expect(refusalOf(await ask(body))).toMatchObject({ code, fieldName })
  })

  test('DSP-001 a text of 20 and one of 2,000 characters are taken', async () => {
    const [one, two] = await records()
    const ids = [
      await opened({ recordId: one!.id, text: 'a'.repeat(20) }),
      await opened({ recordId: two!.id, text: 'ä'.repeat(2_000) }),
    ]
    const texts = (await Promise.all(ids.map((id) => own(id)))).map(
      ({ entries }) => entries[0]!.text,
    )
    expect(texts.map(({ length }) => length)).toEqual([20, 2_000])
  })

  test('DSP-002 what is another partner’s answers as what does not exist', async () => {
    const [record] = await records()
    const pairs = [
      [{ recordId: record!.id }, { recordId: 999_999 }],
      [
        { orderId: 15, kind: 'TEAM' },
        { orderId: 999_999, kind: 'TEAM' },
      ],
      [{ rankId: 7 }, { rankId: 999 }],
      [{ adjustmentId: 1 }, { adjustmentId: 999_999 }],
      [
        { month: '2026-11', bonusType: 'BSP' },
        { month: '2031-01', bonusType: 'BSP' },
      ],
    ]
    // Dan stands beside Ada and has no team.
    for (const [foreign, absent] of pairs) {
      const answers = [await ask(foreign!, 7), await ask(absent!, 7)]
      expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
        Array.from({ length: 2 }, () => ({
          status: 200,
          body: expect.objectContaining({
            errors: [expect.objectContaining({ code: 'not_found', fieldName: null })],
          }),
        })),
      )
    }
    const id = await opened({ month: '2026-10', bonusType: 'BSP' })
    for (const act of ['', '/reply', '/withdraw', '/reopen']) {
      const token = await service.signIn(7)
      const call = (number: number) =>
        act === ''
          ? service.as(token, 'GET', `/v1/disputes/${number}`)
          : service.send(token, 'POST', `/v1/disputes/${number}${act}`, { text: TEXT })
      const answers = [await call(id), await call(999_999)]
      expect(answers.map(refusalOf)).toEqual([
        expect.objectContaining({ code: 'not_found' }),
        expect.objectContaining({ code: 'not_found' }),
      ])
      expect(answers[0]!.body).toEqual(answers[1]!.body)
    }
  })

  test('DSP-002 a credit is no zero: it is questioned as its record', async () => {
    const [record] = await records()
    expect(refusalOf(await ask({ orderId: record!.orderId, kind: 'TEAM' }))).toMatchObject({
      code: 'not_found',
    })
  })

  test('DSP-003 a second open dispute of the same thing is refused with the number of the first', async () => {
    const thing = { month: '2026-10', bonusType: 'LIFESTYLE' }
    const id = await opened(thing)
    expect(refusalOf(await ask(thing))).toMatchObject({ code: 'not_unique', errors: [String(id)] })
    await send(ADA, `/v1/disputes/${id}/withdraw`, { text: '' })
    expect(await opened(thing)).toBeGreaterThan(id)
  })

  test('DSP-003 two calls at once open one dispute', async () => {
    const thing = { month: '2026-10', bonusType: 'DIAMOND_POOL' }
    const answers = await Promise.all([ask(thing), ask(thing), ask(thing)])
    const states = answers.map(({ body }) => body.state)
    expect(states.filter((state) => state === 'success')).toHaveLength(1)
  })

  test('DSP-003 after disputeWindowDays it is too late, with the last instant', async () => {
    const [record] = await records('DIRECT')
    const { rows } = await sql<{ at: number }>`
      select t.created_at as at from bonus_records b join transfers t on t.id = b.transfer_id where b.id = ${record!.id}`.execute(
      desk.core.database.read,
    )
    const before = service.clock.now
    const last = rows[0]!.at + 90 * DAY
    service.clock.now = last + 1
    expect(refusalOf(await ask({ recordId: record!.id }))).toMatchObject({
      code: 'too_late',
      errors: [new Date(last).toISOString()],
    })
    service.clock.now = last
    const id = await opened({ recordId: record!.id })
    await send(ADA, `/v1/disputes/${id}/withdraw`, { text: '' })
    service.clock.now = before
  })

  test('DSP-003 the sixth new dispute in 24 hours is refused', async () => {
    const programmes = ['WINNER', 'BSP', 'DIAMOND', 'LIFESTYLE', 'DIAMOND_POOL']
    for (const bonusType of programmes) await opened({ month: '2026-10', bonusType }, 2)
    const sixth = { month: '2026-10', bonusType: 'CYCLED_TURBO' }
    const refused = await ask(sixth, 2)
    expect({ status: refused.status, ...refusalOf(refused) }).toMatchObject({
      status: 429,
      code: 'too_many_requests',
    })
    service.clock.now += DAY
    await opened(sixth, 2)
  })

  test('DSP-004 an ended dispute is opened again once, within 14 days', async () => {
    const id = await opened({ orderId: 12, kind: 'TEAM' }, ZOE)
    expect(refusalOf(await send(ZOE, `/v1/disputes/${id}/reopen`, { text: TEXT }))).toMatchObject({
      code: 'validation_error',
      fieldName: 'state',
      errors: ['OPEN'],
    })
    await write('answer', id, 'The rule was applied as written.')
    const { endedAt, acts } = await own(id, ZOE)
    expect(acts).toEqual(['reopen'])
    service.clock.now = endedAt! + 14 * DAY + 1
    expect(refusalOf(await send(ZOE, `/v1/disputes/${id}/reopen`, { text: TEXT }))).toMatchObject({
      code: 'too_late',
      errors: [new Date(endedAt! + 14 * DAY).toISOString()],
    })
    expect((await own(id, ZOE)).acts).toEqual([])
    service.clock.now = endedAt! + 14 * DAY
    const { body } = await send(ZOE, `/v1/disputes/${id}/reopen`, { text: TEXT })
    expect(body.data).toMatchObject({ state: 'OPEN', dueAt: endedAt! + 17 * DAY })
    Object.assign(sue, await desk.signIn(sue))
    await write('answer', id, 'We have looked at it again.')
    expect(refusalOf(await send(ZOE, `/v1/disputes/${id}/reopen`, { text: TEXT }))).toMatchObject({
      code: 'validation_error',
      fieldName: 'state',
      errors: ['ANSWERED'],
    })
  })

  test('DSP-004 a withdrawn dispute stays so, and nothing is answered that has ended', async () => {
    const id = await opened({ orderId: 13, kind: 'TEAM' }, ZOE)
    await send(ZOE, `/v1/disputes/${id}/withdraw`, { text: '' })
    const ended = { code: 'validation_error', fieldName: 'state', errors: ['WITHDRAWN'] }
    for (const act of ['reply', 'withdraw', 'reopen']) {
      expect(refusalOf(await send(ZOE, `/v1/disputes/${id}/${act}`, { text: TEXT }))).toEqual(ended)
    }
    for (const act of ['answer', 'question'] as const) {
      expect(refusalOf(await write(act, id, 'Too late.'))).toEqual(ended)
    }
  })

  test('DSP-004 an answer to a dispute that has changed since is refused', async () => {
    const id = await opened({ orderId: 11, kind: 'TEAM' }, ZOE)
    const { version } = await full(id)
    await send(ZOE, `/v1/disputes/${id}/withdraw`, { text: '' })
    const late = await desk.as(sue, 'POST', `disputes/${id}/answer`, { version, text: 'Yes.' })
    expect(late.code).toBe('changed_meanwhile')
  })

  test('DSP-005 what the partner saw stays, and what has changed since is marked', async () => {
    const record = (await records()).find(({ orderId }) => orderId === 13)!
    const id = await opened({ recordId: record.id })
    const before = await full(id)
    expect(before.explanation.filter(({ seen, now }) => seen !== now)).toEqual([])
    const { data } = await correct(id)
    expect((await approve(data)).data.state).toBe('DONE')
    await cancelOrder(desk.core, 13, 'paid back')
    const after = await full(id)
    expect(after).toMatchObject({ isAsSeen: true, isReadable: true, state: 'CORRECTED' })
    expect(
      after.explanation
        .map(({ path, seen }) => ({ path, seen }))
        .filter(({ seen }) => seen !== null),
    ).toEqual(before.explanation.map(({ path, seen }) => ({ path, seen })))
    const changed = new Map(
      after.explanation
        .filter(({ seen, now }) => seen !== now)
        .map(({ path, seen, now }) => [path, [seen, now]]),
    )
    expect(changed.get('state')).toEqual(['BOOKED', 'REVERSED'])
    expect(changed.get('order.isCancelled')).toEqual(['false', 'true'])
    expect(changed.get('adjustments.0.amount')).toEqual([null, '12.50000000'])
    expect(after.events.map(({ what }) => what)).toEqual([
      'paid',
      'recorded',
      'credited',
      'adjusted',
      'cancelled',
      'takenBack',
    ])
  })

  test('DSP-005 a changed copy of what the partner saw is noticed', async () => {
    const [record] = await records('DIRECT')
    const id = await opened({ recordId: record!.id })
    await desk.core.database.asOwner(async (tx) => {
      await sql`update console.dispute_explanations set content = jsonb_set(content, '{planVersion}', '99')
        where dispute_id = ${id}`.execute(tx)
    })
    expect((await full(id)).isAsSeen).toBe(false)
  })

  test('DSP-007 a correction is filled with account, line and dispute, and ends the dispute as it is posted', async () => {
    const record = (await records()).find(({ orderId }) => orderId === 12)!
    const id = await opened({ recordId: record.id })
    expect((await full(id)).correction).toEqual({
      partnerId: ADA,
      account: UPT,
      recordId: record.id,
      orderId: null,
      rankId: null,
      disputeId: id,
    })
    const { data: proposal } = await correct(id)
    expect((await full(id)).state).toBe('OPEN')
    await approve(proposal)
    const dispute = await own(id)
    expect(dispute).toMatchObject({
      state: 'CORRECTED',
      corrections: [{ amount: '12.50000000', currency: 'UPT' }],
      acts: ['reopen'],
    })
    expect(dispute.entries.at(-1)).toMatchObject({
      from: 'support',
      kind: 'corrected',
      text: 'Your order came late.',
    })
    const { adjustmentId } = dispute.corrections[0]!
    const { out } = await desk.run('export adjustments')
    expect(out).toContain(`${adjustmentId},${ADA},${UPT},12.50000000,dispute,${record.id},${id},`)
    const explained = await service.get(
      await service.signIn(ADA),
      `/v1/bonus/explain?recordId=${record.id}`,
    )
    expect(explained[0].adjustments).toMatchObject([{ id: adjustmentId, disputeId: id }])
  })

  test('DSP-007 a refused correction leaves the dispute open, with the note', async () => {
    const id = await opened({ orderId: 15, kind: 'TEAM' }, ZOE)
    const { data: proposal } = await correct(id)
    await desk.as(fay, 'POST', `proposals/${proposal.id}/refuse`, {
      version: proposal.version,
      reason: 'the amount is too high',
    })
    expect(await full(id)).toMatchObject({
      state: 'OPEN',
      proposals: [{ id: proposal.id, state: 'REFUSED', decisionReason: 'the amount is too high' }],
    })
  })

  test('DSP-007 a correction of a dispute that has ended meanwhile posts nothing', async () => {
    const id = await opened({ month: '2026-10', bonusType: 'WINNER' }, 3)
    const { data: proposal } = await correct(id)
    await send(3, `/v1/disputes/${id}/withdraw`, { text: '' })
    const refused = await approve(proposal)
    expect(refused.code).toBe('proposal_outdated')
    expect((await full(id)).corrections).toEqual([])
    expect(refusalOf(await correct(id))).toMatchObject({
      code: 'validation_error',
      fieldName: 'lines.0.disputeId',
    })
    expect(refusalOf(await correct(id, { partnerId: 4 }))).toMatchObject({
      code: 'not_found',
      fieldName: 'lines.0.disputeId',
    })
  })

  test('DSP-008 the deadline stands still while the partner is asked; the list is sorted by what is left', async () => {
    const first = await opened({ month: '2026-10', bonusType: 'WINNER' }, 4)
    const at = service.clock.now
    await signInAt(at + 60 * MINUTE)
    await write('question', first, 'Which order do you mean?')
    await signInAt(at + 90 * MINUTE)
    const second = await opened({ month: '2026-10', bonusType: 'BSP' }, 4)
    const listed = async (state: string) => {
      const { content } = (await desk.as(sue, 'GET', `disputes?state=${state}&partnerId=4`)).data
      return (content as ListedDispute[]).map(({ id, left }) => ({ id, left }))
    }
    expect(await listed('open')).toEqual([
      { id: first, left: 3 * DAY - 60 * MINUTE },
      { id: second, left: 3 * DAY },
    ])
    expect((await own(first, 4)).dueAt).toBeNull()
    await signInAt(at + 2 * DAY)
    expect((await listed('open'))[1]).toEqual({ id: first, left: 3 * DAY - 60 * MINUTE })
    await send(4, `/v1/disputes/${first}/reply`, { text: 'Order 15.' })
    const { dueAt } = await own(first, 4)
    expect(dueAt).toBe(at + 3 * DAY + (2 * DAY - 60 * MINUTE))
    await signInAt(dueAt!)
    expect((await listed('late')).map(({ id }) => id)).toEqual([second])
    service.clock.now += 1
    expect(await listed('late')).toEqual([
      { id: second, left: at + 90 * MINUTE + 3 * DAY - dueAt! - 1 },
      { id: first, left: -1 },
    ])
  })

  test('DSP-010 the own list has the newest first, of one state or all, a page at a time', async () => {
    const [first, second] = [
      await opened({ month: '2026-10', bonusType: 'WINNER' }, 4),
      await opened({ month: '2026-10', bonusType: 'BSP' }, 4),
    ]
    await send(4, `/v1/disputes/${first}/withdraw`, { text: '' })
    const token = await service.signIn(4)
    const list = async (query: string) => {
      const { content, number, totalPages } = await service.get(token, `/v1/disputes?${query}`)
      return [(content as Dispute[]).map(({ id }) => id), number, totalPages]
    }
    const [ids, , ofOne] = (await list('size=1')) as [number[], number, number]
    expect([ids, ofOne >= 2]).toEqual([[second], true])
    expect(await list('size=1&page=1')).toEqual([[first], 1, ofOne])
    expect(await list('state=OPEN')).toEqual([[second], 0, 1])
    expect(await service.get(await service.signIn(6), '/v1/disputes')).toMatchObject({
      content: [],
      totalPages: 0,
    })
    await withdrawAll()
    await sql`delete from passport.notices`.execute(desk.core.database.read)
  })

  test('DSP-006 an open placeholder of a template stops an answer and a question, and is named; a note may have one', async () => {
    const id = await opened({ month: '2026-10', bonusType: 'LIFESTYLE' }, 4)
    const text = 'Dear {firstName}, {dispute} and {amount}'
    for (const act of ['answer', 'question'] as const) {
      const { code, body } = await write(act, id, text)
      expect(code).toBe('required')
      expect(body.errors[0].errors).toEqual([
        '{firstName} has no value.',
        '{dispute} has no value.',
        '{amount} has no value.',
      ])
    }
    expect((await write('note', id, text)).code).toBe(undefined)
    expect(await full(id)).toMatchObject({ state: 'OPEN', firstName: expect.any(String) })
  })

  test('DSP-009 answer, question and correction are noticed by number, without the text', async () => {
    const one = await opened({ month: '2026-10', bonusType: 'LIFESTYLE' }, 4)
    await write('question', one, 'secret question')
    await send(4, `/v1/disputes/${one}/reply`, { text: 'here it is' })
    await write('note', one, 'secret note')
    await write('answer', one, 'secret answer')
    const two = await opened({ month: '2026-10', bonusType: 'DIAMOND' }, 4)
    await approve((await correct(two)).data)
    expect(await owed()).toEqual([
      { userId: 4, kind: 'disputeAsked', facts: { dispute: one } },
      { userId: 4, kind: 'disputeAnswered', facts: { dispute: one } },
      { userId: 4, kind: 'disputeCorrected', facts: { dispute: two } },
    ])
  })

  test('a dispute is taken by one operator, and taken over by name', async () => {
    const id = await opened({ month: '2026-10', bonusType: 'UCHAIN_INFINITY' }, 3)
    const take = async (by: Browser, isTakenOver = false) =>
      desk.as(by, 'POST', `disputes/${id}/take`, { version: (await full(id)).version, isTakenOver })
    expect((await take(sue)).data.takenBy.email).toBe(sue.email)
    const refused = await take(fin)
    expect(refused.body.errors[0]).toMatchObject({ code: 'already_taken', errors: [sue.email] })
    expect((await take(fin, true)).data.takenBy.email).toBe(fin.email)
  })

  test('DSP-012 no answer to a partner holds an operator, a note, or somebody who is not in the explanation', async () => {
    const id = await opened({ month: '2026-10', bonusType: 'CYCLED_TURBO' })
    await desk.as(sue, 'POST', `disputes/${id}/take`, {
      version: (await full(id)).version,
      isTakenOver: false,
    })
    await write('note', id, 'canary-note')
    await write('question', id, 'Which order?')
    await send(ADA, `/v1/disputes/${id}/reply`, { text: 'Order 13 of October.' })
    await approve((await correct(id)).data)
    const token = await service.signIn(ADA)
    const answers = [
      await service.as(token, 'GET', '/v1/disputes'),
      await service.as(token, 'GET', `/v1/disputes/${id}`),
      await send(ADA, `/v1/disputes/${id}/reply`, { text: TEXT }),
      await send(ADA, `/v1/disputes/${id}/reopen`, { text: TEXT }),
      await send(ADA, `/v1/disputes/${id}/withdraw`, { text: '' }),
      await ask({ month: '2026-10', bonusType: 'CYCLED_TURBO' }),
    ]
    const said = JSON.stringify(answers.map(({ body, headers }) => ({ body, headers })))
    expect(said).toContain('Order 13 of October.')
    for (const secret of ['canary', 'sue', 'fay-', 'Zoe', 'Above', 'Dan', 'Beside', 'proposal']) {
      expect(said).not.toContain(secret)
    }
  })

  test('DSP-013 the figures equal the lists, and their sums the corrections', async () => {
    const { content } = (await desk.as(vic, 'GET', 'disputes/figures')).data
    expect(content.length).toBeGreaterThan(5)
    const total = async (filter: string) =>
      (await desk.as(vic, 'GET', `disputes?${filter}`)).data.total
    const sums = new Map<string, number>()
    for (const {
      month,
      kind,
      bonusType,
      opened: count,
      answered,
      inTime,
      corrected,
      sums: corrections,
    } of content) {
      const of = `month=${month}&kind=${kind}${bonusType === null ? '' : `&bonusType=${bonusType}`}`
      expect({
        count: await total(of),
        answered: await total(`${of}&state=answered`),
        inTime: await total(`${of}&state=inTime`),
        corrected: await total(`${of}&state=CORRECTED`),
      }).toEqual({ count, answered, inTime, corrected })
      for (const { currency, amount } of corrections) {
        sums.set(currency, (sums.get(currency) ?? 0) + Number(amount))
      }
    }
    const { rows } = await sql<{ units: string }>`
      select sum(amount)::text as units from adjustments where dispute_id is not null`.execute(
      desk.core.database.read,
    )
    expect([...sums]).toEqual([['UPT', Number(rows[0]!.units) / 1e8]])
    expect((await desk.as(vic, 'GET', 'disputes')).data.total).toBe(
      content.reduce((sum: number, { opened: count }: { opened: number }) => sum + count, 0),
    )
  })

  test('DSP-011 the statement of the month lists the disputes that ended in it, with number, result and amount', async () => {
    const { core } = desk
    // After all that the tests before have ended.
    await signInAt(Math.max(service.clock.now, Date.UTC(2027, 0, 12)))
    Object.assign(fin, await desk.signIn(fin))
    Object.assign(fay, await desk.signIn(fay))
    const corrected = await opened({ month: '2026-10', bonusType: 'BSP' })
    await approve((await correct(corrected)).data)
    const answered = await opened({ month: '2026-10', bonusType: 'WINNER' })
    await write('answer', answered, 'canary-answer')
    const month = monthText(service.clock.now)
    service.clock.now = monthEnd(service.clock.now) + DAY
    for (let at = Date.UTC(2026, 10); monthText(at) <= month; at = monthEnd(at)) {
      await closePeriod(core, monthText(at))
    }
    await send(ADA, `/v1/disputes/${answered}/reopen`, { text: TEXT })
    await makeStatements(core, month)
    const { content } = await core.database.read
      .selectFrom('statements')
      .select('content')
      .where('partnerId', '=', ADA)
      .where('period', '=', month)
      .where('currency', '=', 'UPT')
      .executeTakeFirstOrThrow()
    const keys = await readStatementKeys(core.database.read)
    expect((await verifyStatement(Buffer.from(content!), keys)).isValid).toBe(true)
    const { statement } = JSON.parse(content!)
    const disputes = statement.disputes.filter(({ id }: { id: number }) => id >= corrected)
    expect(disputes).toMatchObject([
      {
        id: corrected,
        result: 'CORRECTED',
        text: `Question ${corrected} · BSP · October 2026 · Corrected`,
        amounts: [{ currency: 'UPT', amount: '12.50000000' }],
      },
      { id: answered, result: 'ANSWERED', amounts: [] },
    ])
    expect(content).not.toContain('canary')
  })

  test('only support and finance write; all roles read', async () => {
    const id = await opened({ month: '2026-12', bonusType: 'BSP' }, 6)
    expect((await desk.as(vic, 'GET', `disputes/${id}`)).data.id).toBe(id)
    for (const act of ['take', 'answer', 'question', 'note']) {
      const refused = await desk.as(vic, 'POST', `disputes/${id}/${act}`, {})
      expect({ act, code: refused.code }).toEqual({ act, code: 'access_denied' })
    }
  })

  test('erasing a partner takes texts and names away, and the fingerprints stay', async () => {
    const record = (await records()).find(({ orderId }) => orderId === 12)!
    const [id] = (
      await sql<{
        id: number
      }>`select id from console.disputes where record_id = ${record.id}`.execute(
        desk.core.database.read,
      )
    ).rows.map((row) => row.id)
    const seen = async () => (await full(id!)).explanation.map(({ seen: text }) => text).join('\n')
    expect(await seen()).toContain('Fay')
    const ofFay = await opened({ month: '2026-12', bonusType: 'WINNER' }, 6)
    await erasePartner(desk.core, 6)
    expect(await seen()).not.toContain('Fay')
    expect((await full(id!)).isAsSeen).toBe(true)
    expect((await full(ofFay)).entries.map(({ text }) => text)).toEqual([''])
  })

  test('nothing of it is a difference for verify', async () => {
    expect((await verifyAll(desk.core)).differences).toEqual([])
  })
})
