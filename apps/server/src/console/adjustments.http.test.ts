// Adjustments of balances and holds: what operators may do, what partners see, and what stays as it was.
import type {
  Adjustment,
  AdjustmentLine,
  BonusTransaction,
  Hold,
  OwnAdjustment,
} from '@partner-office/contracts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { closePeriod } from '../business/months/close-period.ts'
import { recomputePeriod } from '../business/months/recompute-period.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { makeStatements } from '../business/statements/make-statements.ts'
import type { StatementEntry } from '../business/statements/statement.ts'
import { readStatementKeys } from '../business/statements/statement-keys.ts'
import { AFTER_OCTOBER, openBonusNetwork } from '../testing/bonus-network.ts'
import { onPostgres } from '../testing/databases.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import type { PartnersService } from '../testing/partners-service.ts'
import { runOffice } from '../testing/run-office.ts'
import { adjustments } from '../verify/adjustments.ts'
import { verifyAll, verifyIn } from '../verify/verify-all.ts'
import { words } from '../verify/words.ts'
import { verifyStatement } from '@partner-office/statement-check'

const DAY = 86_400_000
const UPT = 'UCHAIN_UPT_BONUS'
const REASON = 'agreed in the meeting'

/** A credit of 5 UPT to Ada. */
const line = (changes: Partial<AdjustmentLine> = {}): AdjustmentLine => ({
  partnerId: 1,
  account: UPT,
  direction: 'credit',
  amount: '5',
  kind: 'mistake',
  reason: 'The order was recorded twice.',
  ...changes,
})

onPostgres('adjustments and holds', (newDatabase) => {
  let service: PartnersService
  let desk: OperatorsDesk
  let sue: Browser
  let fin: Browser
  let fay: Browser
  beforeAll(async () => {
    const database = await newDatabase()
    service = await openBonusNetwork(database)
    await changeSettings(service.core, { enforceLegalsOnApi: 'FALSE' })
    desk = await OperatorsDesk.open(database, { clock: service.clock })
    sue = await desk.operator('sue@example.com', 'support')
    fin = await desk.operator('fin@example.com', 'finance')
    fay = await desk.operator('fay@example.com', 'finance')
    desk.clock.now += DAY
  })
  beforeEach(async () => {
    for (const by of [sue, fin, fay]) Object.assign(by, await desk.signIn(by))
  })

  const proposalOf = (lines: readonly AdjustmentLine[], mayGoNegative = false) => ({
    kind: 'adjustment',
    object: 'order 11',
    values: { lines, mayGoNegative },
    reason: REASON,
  })
  const propose = (lines: readonly AdjustmentLine[], mayGoNegative = false, by = fin) =>
    desk.as(by, 'POST', 'proposals', proposalOf(lines, mayGoNegative))
  const approve = ({ id, version }: { id: number; version: number }, by = fay) =>
    desk.as(by, 'POST', `proposals/${id}/approve`, { version })
  const adjust = async (lines: readonly AdjustmentLine[], mayGoNegative = false) => {
    const proposed = await propose(lines, mayGoNegative)
    if (proposed.code !== undefined) throw new Error(JSON.stringify(proposed.body))
    const { data, code, body } = await approve(proposed.data)
    if (code !== undefined) throw new Error(JSON.stringify(body))
    expect(data.state).toBe('DONE')
    const { content } = (await desk.as(fin, 'GET', 'adjustments')).data
    return content.filter(({ proposalId }: { proposalId: number }) => proposalId === data.id)
  }
  const asAda = async (url: string) => service.get(await service.signIn(1), url)
  const balance = async (account = UPT) =>
    (await asAda(`/v1/balances?balances=${account}`))[account]
  const firstError = ({ body }: { body: { errors: object[] } }) => body.errors[0]
  const hold = (changes = {}, by = fin) =>
    desk.as(by, 'POST', 'holds', {
      partnerId: 1,
      account: UPT,
      amount: '7',
      reason: 'We check order 11.',
      internalReason: 'two orders with one invoice',
      until: null,
      ...changes,
    })
  const release = (id: number, by = fin) =>
    desk.as(by, 'POST', 'proposals', {
      kind: 'hold_release',
      object: String(id),
      values: {},
      reason: REASON,
    })
  const owed = async () => {
    const { rows } = await sql<{ userId: number; kind: string; facts: object }>`
      select user_id, kind, facts from passport.notices where kind in ('balanceAdjusted', 'balanceHeld', 'holdReleased')
      order by id`.execute(desk.core.database.read)
    await sql`delete from passport.notices`.execute(desk.core.database.read)
    return rows
  }
  const recordOfAda = async () => {
    const { content } = await asAda(`/v1/bonus/history?bonusTypes=TEAM,DIRECT&size=1`)
    return content[0] as { id: number; bonusAmount: string; orderId: number }
  }

  test.each([
    ['an unknown partner', { partnerId: 999 }, 'not_found', 'lines.0.partnerId'],
    ['an unknown account', { account: 'GOLD' }, 'wallet_not_found', 'lines.0.account'],
    ['no amount', { amount: '' }, 'validation_error', 'lines.0.amount'],
    ['0', { amount: '0' }, 'validation_error', 'lines.0.amount'],
    ['a negative amount', { amount: '-5' }, 'validation_error', 'lines.0.amount'],
    ['a ninth decimal', { amount: '1.000000001' }, 'validation_error', 'lines.0.amount'],
    ['an unknown record', { recordId: 999_999 }, 'not_found', 'lines.0.recordId'],
    ['an unknown order', { orderId: 999_999 }, 'not_found', 'lines.0.orderId'],
    ['a rank that was not reached', { rankId: 99 }, 'not_found', 'lines.0.rankId'],
    ['two causes', { orderId: 11, rankId: 1 }, 'validation_error', 'lines.0.recordId'],
    ['an unknown adjustment', { takesBack: 999_999 }, 'not_found', 'lines.0.takesBack'],
    ['a credit that ends a hold', { holdId: 999_999 }, 'not_found', 'lines.0.holdId'],
  ] as const)('ADJ-001 ADJ-003 %s is refused with its field', async (_, changes, code, field) => {
    const refused = await propose([line(changes)])
    expect(firstError(refused)).toMatchObject({ code, fieldName: field })
  })

  test.each([
    ['an unknown kind', { kind: 'gift' }],
    ['no reason for the partner', { reason: '  ' }],
    ['a reason of 501 characters', { reason: 'a'.repeat(501) }],
    ['neither credit nor debit', { direction: 'both' }],
  ])('ADJ-001 %s is refused', async (_, changes) => {
    const refused = await propose([line(changes as Partial<AdjustmentLine>)])
    expect(refused.code).toBe('validation_error')
  })

  test('ADJ-001 a record of another partner, or of another account, is as one that is not there', async () => {
    const { id } = await recordOfAda()
    for (const changes of [{ partnerId: 2 }, { account: 'CASH' }]) {
      const refused = await propose([line({ recordId: id, ...changes })])
      expect(firstError(refused)).toMatchObject({
        code: 'not_found',
        fieldName: 'lines.0.recordId',
      })
    }
  })

  test('ADJ-003 the largest adjustment is adjustmentMaxEur at the current rate, to the unit', async () => {
    await changeSettings(desk.core, { adjustmentMaxEur: '100' })
    const cash = (amount: string) => propose([line({ account: 'CASH', amount })])
    expect(firstError(await cash('100.01'))).toMatchObject({
      code: 'validation_error',
      fieldName: 'lines.0.amount',
      errors: ['it is worth 100.01 EUR, and 100 EUR are allowed'],
    })
    expect((await cash('100.00')).data).toMatchObject({ state: 'OPEN' })
    await changeSettings(desk.core, { adjustmentMaxEur: null })
  })

  test('ADJ-002 the smallest adjustment needs a second operator; support proposes, finance approves', async () => {
    const { data } = await propose([line({ amount: '0.00000001' })], false, sue)
    expect(data).toMatchObject({ state: 'OPEN', kind: 'adjustment', objectName: 'order 11' })
    expect((await approve(data, sue)).code).toBe('access_denied')
    expect((await approve(data)).data.state).toBe('DONE')
    const own = (await propose([line()])).data
    expect((await approve(own, fin)).code).toBe('second_operator_required')
  })

  test('ADJ-002 a proposal has at most 1,000 lines; each posts one transfer of the kind ADJUSTMENT, all or none', async () => {
    const tooMany = Array.from({ length: 1_001 }, () => line({ amount: '0.00000001' }))
    expect((await propose(tooMany)).code).toBe('validation_error')
    const before = await balance()
    const adjusted = await adjust(tooMany.slice(1))
    expect(new Set(adjusted.map(({ transferId }: Adjustment) => transferId)).size).toBe(50)
    const { rows } = await sql<{ transfers: number }>`
      select count(*) as transfers from transfers t join adjustments a on a.transfer_id = t.id
      where t.kind = 'ADJUSTMENT' and a.proposal_id = ${adjusted[0].proposalId}`.execute(
      desk.core.database.read,
    )
    expect(rows[0]!.transfers).toBe(1_000)
    expect(Number(await balance()) - Number(before)).toBeCloseTo(0.00001, 9)
    const failing = [line(), line({ direction: 'debit', account: 'CASH', amount: '1' })]
    const refused = await propose(failing)
    expect(firstError(refused)).toMatchObject({ code: 'balance_too_low' })
  })

  test('ADJ-004 D-166 a debit shows what is left, and goes below 0 only as far as the proposal and the setting allow', async () => {
    const cash = line({ account: 'CASH', amount: '10.00' })
    await adjust([cash])
    const debit = { ...cash, direction: 'debit', amount: '11.00' } as const
    expect(firstError(await propose([debit]))).toMatchObject({
      code: 'balance_too_low',
      errors: ['-1.00 EUR, partner 1'],
    })
    expect((await propose([debit], true)).code).toBe('balance_too_low')
    await changeSettings(desk.core, { adjustmentFloorEur: '1' })
    expect((await propose([debit])).code).toBe('balance_too_low')
    expect((await propose([{ ...debit, amount: '11.01' }], true)).code).toBe('balance_too_low')
    const { data } = await propose([debit], true)
    expect(data.preview).toEqual([
      { name: 'partner 1, EUR: balance', before: '10.00', after: '-1.00', difference: '-11.00' },
      { name: 'partner 1, EUR: held', before: '0.00', after: '0.00', difference: null },
      { name: 'partner 1, EUR: pending payouts', before: '0.00', after: '0.00', difference: null },
      {
        name: 'partner 1, EUR: can be paid out',
        before: '10.00',
        after: '0.00',
        difference: '-10.00',
      },
    ])
    await adjust([{ ...cash, amount: '0.01' }])
    const outdated = await approve(data)
    expect(firstError(outdated)).toMatchObject({
      code: 'proposal_outdated',
      errors: ['balance of partner 1, EUR: was 10.00, is 10.01'],
    })
    await changeSettings(desk.core, { adjustmentFloorEur: null })
    await adjust([{ ...cash, direction: 'debit', amount: '10.01' }])
    expect(await balance('CASH')).toBe('0.00000000')
  })

  test('ADJ-005 ADJ-006 ADJ-009 an adjustment shows in the history, the list, the explanation of its line, and as taken back', async () => {
    const record = await recordOfAda()
    await owed()
    const [adjusted] = await adjust([line({ recordId: record.id })])
    expect(await owed()).toEqual([
      { userId: 1, kind: 'balanceAdjusted', facts: { amount: '5.00000000 UPT' } },
    ])
    const own = {
      id: adjusted.id,
      postedAt: adjusted.postedAt,
      account: UPT,
      currency: 'UPT',
      amount: '5.00000000',
      reason: 'The order was recorded twice.',
      recordId: record.id,
      orderId: null,
      takesBack: null,
      takenBackBy: null,
      disputeId: null,
    }
    expect((await asAda('/v1/adjustments?size=1')).content).toEqual([own])
    const [explained] = await asAda(`/v1/bonus/explain?recordId=${record.id}`)
    expect(explained.adjustments).toEqual([own])
    const { content } = await asAda('/v1/bonus/history?size=1')
    expect(content).toEqual([
      {
        id: adjusted.id,
        orderId: 0,
        paidAt: adjusted.postedAt,
        referralFirstName: null,
        referralLastName: null,
        level: 0,
        orderAmount: '0.00',
        bonusType: 'ADJUSTMENT',
        bonusAmount: '5.00000000',
        currency: 'UPT',
        bonusPeriod: null,
        recordId: record.id,
        reason: 'The order was recorded twice.',
      },
    ])
    const old = await asAda(
      '/v1/bonus/history?bonusTypes=DIRECT,TEAM,TURNOVER,UCHAIN_INFINITY&size=100',
    )
    expect(old.content.every(({ bonusType }: BonusTransaction) => bonusType !== 'ADJUSTMENT')).toBe(
      true,
    )
    const alone = await asAda('/v1/bonus/history?bonusTypes=ADJUSTMENT&size=100')
    expect(alone.content[0].id).toBe(adjusted.id)

    const undo = line({ direction: 'debit', recordId: record.id, takesBack: adjusted.id })
    expect(firstError(await propose([{ ...undo, amount: '4' }]))).toMatchObject({
      code: 'validation_error',
      fieldName: 'lines.0.amount',
    })
    expect(firstError(await propose([undo, undo]))).toMatchObject({
      code: 'not_unique',
      fieldName: 'lines.1.takesBack',
    })
    const [undone] = await adjust([undo])
    const list = (await asAda('/v1/adjustments?size=2')).content
    expect(
      list.map(({ id, takesBack, takenBackBy }: OwnAdjustment) => [id, takesBack, takenBackBy]),
    ).toEqual([
      [undone.id, adjusted.id, null],
      [adjusted.id, null, undone.id],
    ])
    expect((await desk.as(sue, 'GET', `adjustments/${adjusted.id}`)).data).toMatchObject({
      takenBackBy: undone.id,
      proposer: 'fin@example.com',
      approver: 'fay@example.com',
      internalReason: REASON,
      partnerName: 'Ada Own',
    })
    expect(firstError(await propose([undo]))).toMatchObject({ code: 'not_unique' })
  })

  test('ADJ-006 partners read no operator and no internal reason, and nobody else reads them', async () => {
    const mine = JSON.stringify(await asAda('/v1/adjustments'))
    expect(mine).toContain('recorded twice')
    for (const hidden of ['fin@example.com', 'fay@example.com', REASON])
      expect(mine).not.toContain(hidden)
    const others = await service.get(await service.signIn(2), '/v1/adjustments')
    expect(others.content).toEqual([])
  })

  test('ADJ-006 EXP-001 the file of adjustments has the rows of all pages, and no formula', async () => {
    await adjust([line({ reason: '=1+1' })])
    const token = await service.signIn(1)
    const { body } = await service.office.inject({
      url: '/v1/adjustments/export?account=CASH',
      headers: { authorization: `Bearer ${token}` },
    })
    const { content } = await asAda('/v1/adjustments?account=CASH&size=100')
    expect(body.trim().split('\n')).toHaveLength(content.length + 1)
    const all = await service.office.inject({
      url: '/v1/adjustments/export',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(all.body).toContain(",'=1+1\n")
  })

  test('ADJ-010 ADJ-011 ADJ-012 a hold stays in the balance, and standing, list and release tell of it', async () => {
    await owed()
    const before = await balance()
    const { data } = await hold({ until: desk.clock.now + DAY })
    expect(data).toMatchObject({
      partnerId: 1,
      amount: '7.00000000',
      currency: 'UPT',
      state: 'OPEN',
      placedBy: 'fin@example.com',
      needsSecond: false,
      version: 1,
    })
    expect(await owed()).toEqual([
      { userId: 1, kind: 'balanceHeld', facts: { amount: '7.00000000 UPT' } },
    ])
    expect(await balance()).toBe(before)
    const held = {
      account: UPT,
      amount: '7.00000000',
      recordId: null,
      since: data.placedAt,
      until: data.until,
      reason: 'We check order 11.',
    }
    expect((await asAda('/v1/payout/standing')).held).toEqual([held])
    expect((await release(data.id)).data.state).toBe('DONE')
    expect(await owed()).toMatchObject([{ userId: 1, kind: 'holdReleased' }])
    expect((await asAda('/v1/payout/standing')).held).toEqual([])
    expect(firstError(await release(data.id))).toMatchObject({ code: 'changed_meanwhile' })
    const { content } = (await desk.as(sue, 'GET', 'holds?state=all')).data
    expect(content[0]).toMatchObject({ id: data.id, state: 'RELEASED', endedBy: 'fin@example.com' })
  })

  test('ADJ-012 a hold ends at its end date by itself', async () => {
    const { data } = await hold({ until: desk.clock.now + DAY })
    desk.clock.now = data.until - 1
    expect((await asAda('/v1/payout/standing')).held).toHaveLength(1)
    desk.clock.now = data.until
    expect((await asAda('/v1/payout/standing')).held).toEqual([])
    Object.assign(fin, await desk.signIn(fin))
    const open = (await desk.as(fin, 'GET', 'holds')).data.content
    expect(open.map(({ id }: Hold) => id)).not.toContain(data.id)
    expect(firstError(await release(data.id))).toMatchObject({ code: 'changed_meanwhile' })
  })

  test('ADJ-012 a debit that names a hold ends it; two releases release once; from fourEyesPayoutEur on a second operator decides', async () => {
    const first = (await hold()).data
    const [adjusted] = await adjust([line({ direction: 'debit', amount: '7', holdId: first.id })])
    expect(adjusted.holdId).toBe(first.id)
    const all = (await desk.as(fin, 'GET', 'holds?state=all')).data.content
    expect(all[0]).toMatchObject({ id: first.id, state: 'DEBITED' })

    await changeSettings(desk.core, { fourEyesPayoutEur: '50' })
    const small = (await hold({ account: 'CASH', amount: '49.99' })).data
    const large = (await hold({ account: 'CASH', amount: '50.00' })).data
    expect([small.needsSecond, large.needsSecond]).toEqual([false, true])
    const releases = await Promise.all([release(small.id), release(small.id, fay)])
    expect(releases.filter(({ data }) => data?.state === 'DONE')).toHaveLength(1)
    const { data } = await release(large.id)
    expect(data.state).toBe('OPEN')
    expect((await approve(data)).data.state).toBe('DONE')
    await changeSettings(desk.core, { fourEyesPayoutEur: null })
  })

  test.each([
    ['support', {}, 'access_denied'],
    ['finance, with an unknown partner', { partnerId: 999 }, 'not_found'],
    ['finance, with an unknown account', { account: 'GOLD' }, 'wallet_not_found'],
    ['finance, with an amount of 0', { amount: '0' }, 'validation_error'],
    ['finance, with an end that has passed', { until: 1 }, 'validation_error'],
    ['finance, without an internal reason', { internalReason: ' ' }, 'required'],
    ['finance, with an unknown line', { recordId: 999_999 }, 'not_found'],
  ])('ADJ-010 a hold by %s is refused', async (who, changes, code) => {
    const refused = await hold(changes, who === 'support' ? sue : fin)
    expect(refused.code).toBe(code)
  })

  test('ADJ-010 a hold of a line has its account and amount, and stands once', async () => {
    const record = await recordOfAda()
    const { data } = await hold({ recordId: record.id, account: undefined, amount: undefined })
    expect(data).toMatchObject({ recordId: record.id, amount: record.bonusAmount })
    expect((await hold({ recordId: record.id })).code).toBe('not_unique')
    await release(data.id)
    expect((await hold({ recordId: record.id })).data.state).toBe('OPEN')
  })

  test('ADJ-008 bonuses, the hash of a close and its recomputation are as without adjustments; export adjustments lists them', async () => {
    const bonuses = async () => (await runOffice(desk.core, ['export', 'bonuses'])).out
    const before = await bonuses()
    await adjust([line({ orderId: 11, kind: 'goodwill', reason: 'For the delay.' })])
    expect(await bonuses()).toBe(before)
    desk.clock.now = AFTER_OCTOBER + DAY
    await closePeriod(desk.core, '2026-10')
    Object.assign(fin, await desk.signIn(fin))
    Object.assign(fay, await desk.signIn(fay))
    const sealed = await bonuses()
    await adjust([line({ reason: 'After the close.' })])
    expect(await bonuses()).toBe(sealed)
    for await (const difference of recomputePeriod(desk.core, '2026-10'))
      expect(difference).toBe('')
    const { out } = await runOffice(desk.core, ['export', 'adjustments', '--period', '2026-10'])
    const [head, ...rows] = out.trim().split('\n')
    expect(head).toBe('id,partnerId,account,amount,kind,recordId,disputeId,postedAt,reason')
    expect(rows.at(-1)).toMatch(
      /^\d+,1,UCHAIN_UPT_BONUS,5\.00000000,goodwill,,,\d+,For the delay\.$/,
    )
    expect(out).not.toContain('After the close.')
  })

  test('ADJ-007 the statement of the month has a section of adjustments, and its sums hold to the unit', async () => {
    await makeStatements(desk.core, '2026-10')
    const rows = await desk.core.database.read
      .selectFrom('statements')
      .select(['content', 'currency'])
      .where('partnerId', '=', 1)
      .execute()
    const keys = await readStatementKeys(desk.core.database.read)
    for (const { content } of rows) {
      const { isValid, statement } = await verifyStatement(Buffer.from(content!), keys)
      expect(isValid).toBe(true)
      const units = (text: string) => BigInt(text.replace('.', ''))
      const { opening, credited, corrected, adjusted, paidOut, closing } = statement
      const changes = [opening, credited, corrected, adjusted, paidOut].map(units)
      expect(changes.reduce((sum, each) => sum + each, 0n)).toBe(units(closing))
    }
    const upt = rows.find(({ currency }) => currency === 'UPT')!
    const { entries } = JSON.parse(upt.content!).statement
    const adjusted = entries.filter(({ section }: StatementEntry) => section === 'adjustment')
    expect(adjusted.map(({ text }: StatementEntry) => text)).toContainEqual(
      expect.stringMatching(/^Adjustment \d+ for order 11: For the delay\.$/),
    )
    expect(
      adjusted.every(
        ({ kind, bonusType }: StatementEntry) => kind === 'ADJUSTMENT' && bonusType === null,
      ),
    ).toBe(true)
  })

  test('ADJ-013 verify finds nothing', async () => {
    expect((await verifyAll(desk.core)).differences).toEqual([])
  })

  test.each([
    [
      'an amount',
      `update adjustments set amount = amount + 1 where id = 1`,
      /^adjustment 1: of its transfer \d+, the amount is /,
    ],
    [
      'a reason',
      `update adjustments set reason = 'x' where id = 1`,
      /^adjustment 1: of its proposal \d+, the reason is x, not /,
    ],
    [
      'a partner',
      `update adjustments set partner_id = 2 where id = 1`,
      /^adjustment 1: of its transfer \d+, the partner is 1, not 2/,
    ],
    [
      'a missing row',
      `delete from adjustments where id = 1`,
      /^transfer \d+: ADJUSTMENT of .+, for which there is no adjustment$/,
    ],
    [
      'a missing transfer',
      `delete from transfers where id = (select transfer_id from adjustments where id = 1)`,
      /^adjustment 1: its transfer \d+ does not exist$/,
    ],
    [
      'a refused proposal',
      `update console.proposals set state = 'REFUSED' where id = (select proposal_id from adjustments where id = 1)`,
      /^adjustment 1: its proposal \d+ is REFUSED$/,
    ],
    [
      'another proposal',
      `update console.proposals set kind = 'rate' where id = (select proposal_id from adjustments where id = 1)`,
      /^adjustment 1: its proposal \d+ is one of the kind rate$/,
    ],
    [
      'a line that the proposal has not',
      `update adjustments set line = 5000 where id = 1`,
      /^adjustment 1: its proposal \d+ has no line 5000$/,
    ],
    [
      'a debit that no longer names its hold',
      `update adjustments set hold_id = null where hold_id is not null`,
      /^hold \d+: no debit has ended it$/,
    ],
    [
      'a hold of another amount than its line',
      `update holds set amount = amount + 1 where record_id is not null`,
      /^hold \d+ is not that of record \d+$/,
    ],
    [
      'a release that nobody proposed',
      `delete from console.proposals where kind = 'hold_release'`,
      /^hold \d+ was released, and no proposal has released it$/,
    ],
  ])('ADJ-013 verify names %s that was changed by the owner', async (_, change, named) => {
    const undo = new Error('undo')
    let differences: readonly string[] = []
    const changed = desk.core.database.asOwner(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(change).execute(tx)
      const found = await verifyIn(tx, desk.core, [words, adjustments])
      differences = found.differences
      throw undo
    })
    await expect(changed).rejects.toBe(undo)
    expect(differences).toContainEqual(expect.stringMatching(named))
  })
})
