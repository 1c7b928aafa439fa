import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { changeSettings } from '../business/settings/change-settings.ts'
import { onPostgres } from '../testing/databases.ts'
import { type Browser, linkToken, OperatorsDesk, SERVICE_KEY } from '../testing/operators-desk.ts'
import { ProposalRaces, RACED_KINDS } from '../testing/proposal-races.ts'
import { fourEyes } from '../verify/four-eyes.ts'
import { verifyIn } from '../verify/verify-all.ts'
import { sendNextProposalMail } from './proposals/proposal-mails.ts'

const DAY = 86_400_000
const REASON = 'as the meeting has decided'

const setting = (value: string | null, object = 'paymentsEnabled') => ({
  kind: 'setting',
  object,
  values: { value },
  reason: REASON,
})
const rate = (value: string, object = 'EUR/UPT') => ({
  kind: 'rate',
  object,
  values: { rate: value, rateType: 'SELL' },
  reason: REASON,
})

onPostgres('proposals', (newDatabase) => {
  let desk: OperatorsDesk
  let ann: Browser
  let bob: Browser
  let cy: Browser
  beforeAll(async () => {
    desk = await OperatorsDesk.open(await newDatabase())
    ann = await desk.operator('ann@example.com', 'admin', 'finance')
    bob = await desk.operator('bob@example.com', 'admin', 'finance')
    cy = await desk.operator('cy@example.com', 'viewer')
  })
  beforeEach(async () => {
    // Two days later nobody's account counts as just made.
    desk.clock.now += 2 * DAY
    ann = await desk.signIn(ann)
    bob = await desk.signIn(bob)
    cy = await desk.signIn(cy)
    await changeSettings(desk.core, {
      paymentsEnabled: null,
      fourEyes: null,
      fourEyesCommandLine: null,
    })
  })

  const propose = (by: Browser, body: object) => desk.as(by, 'POST', 'proposals', body)
  const decide = (
    by: Browser,
    what: string,
    { id, version }: { id: number; version: number },
    more = {},
  ) => desk.as(by, 'POST', `proposals/${id}/${what}`, { version, ...more })
  const read = async (id: number, by = ann) => (await desk.as(by, 'GET', `proposals/${id}`)).data
  const settingOf = async (name: string) =>
    (await desk.run('config list')).out
      .split('\n')
      .find((line) => line.startsWith(`${name}\t`))
      ?.split('\t')[1]

  test('APR-002 a proposal has everything that decides it, and is never edited', async () => {
    const { data } = await propose(ann, setting('FALSE'))
    expect(data).toMatchObject({
      kind: 'setting',
      state: 'OPEN',
      object: 'paymentsEnabled',
      before: { value: null },
      after: { value: 'FALSE' },
      preview: [{ name: 'paymentsEnabled', before: 'TRUE', after: 'FALSE', difference: null }],
      reason: REASON,
      proposer: { email: 'ann@example.com' },
      at: desk.clock.now,
      expiresAt: desk.clock.now + 7 * DAY,
      approvers: 1,
      acts: ['withdraw'],
      version: 1,
    })
    expect(await settingOf('paymentsEnabled')).toBe('TRUE')
    const short = { ...setting('FALSE'), reason: 'too short' }
    expect((await propose(ann, short)).code).toBe('validation_error')
    for (const column of [
      'reason',
      'object',
      'kind',
      'fingerprint',
      '"after"',
      'proposer_id',
      'expires_at',
    ]) {
      const edit = sql`update console.proposals set ${sql.raw(`${column} = ${column}`)} where id = ${data.id}`
      await expect(edit.execute(desk.core.database.read)).rejects.toThrow(/permission denied/)
    }
    const owner = desk.core.database.asOwner((tx) =>
      sql`update console.proposals set reason = 'another reason', version = 2 where id = ${data.id}`.execute(
        tx,
      ),
    )
    await expect(owner).rejects.toThrow('a proposal is never edited')
    await decide(ann, 'withdraw', data)
  })

  test('APR-003 a state is followed only by those that the papers name, also by SQL', async () => {
    const states = [
      'OPEN',
      'APPROVED',
      'REFUSED',
      'WITHDRAWN',
      'EXPIRED',
      'OUTDATED',
      'DONE',
      'FAILED',
    ]
    const allowed: string[] = []
    for (const way of [
      [],
      ['APPROVED'],
      ['REFUSED'],
      ['WITHDRAWN'],
      ['EXPIRED'],
      ['OUTDATED'],
      ['APPROVED', 'DONE'],
      ['APPROVED', 'FAILED'],
    ]) {
      for (const next of states) {
        const undone = desk.core.database.transaction(async (tx) => {
          const { rows } = await sql<{ id: number }>`
            insert into console.proposals (kind, object, object_name, "before", "after", preview, basis, fingerprint, reason,
              proposer_id, at, expires_at)
            values ('setting', 'x', 'x', '{}', '{}', '[]', '{}', ${'0'.repeat(64)}, ${REASON}, 1, 1, 2) returning id`.execute(
            tx,
          )
          for (const state of [...way, next]) {
            await sql`update console.proposals set state = ${state}, version = version + 1 where id = ${rows[0]!.id}`.execute(
              tx,
            )
          }
          throw new Error('undone')
        })
        const ended = await undone.catch((error: Error) => error.message)
        if (ended === 'undone') allowed.push(`${way.at(-1) ?? 'OPEN'} ${next}`)
        else expect(ended).toMatch(/a proposal does not go from/)
      }
    }
    expect(allowed).toEqual([
      'OPEN APPROVED',
      'OPEN REFUSED',
      'OPEN WITHDRAWN',
      'OPEN EXPIRED',
      'OPEN OUTDATED',
      'APPROVED DONE',
      'APPROVED FAILED',
    ])
  })

  test('APR-004 APR-005 the proposer cannot approve, and nobody without the approving role', async () => {
    const { data } = await propose(ann, setting('FALSE'))
    expect((await decide(ann, 'approve', data)).code).toBe('second_operator_required')
    expect((await decide(ann, 'refuse', data, { reason: REASON })).code).toBe(
      'second_operator_required',
    )
    expect((await decide(cy, 'approve', data)).status).toBe(403)
    expect((await read(data.id, cy)).acts).toEqual([])
    expect((await read(data.id, bob)).acts).toEqual(['approve', 'refuse'])
    expect((await decide(bob, 'withdraw', data)).code).toBe('access_denied')
    const approved = await decide(bob, 'approve', data)
    expect(approved.data).toMatchObject({ state: 'DONE', decidedBy: { email: 'bob@example.com' } })
    expect(await settingOf('paymentsEnabled')).toBe('FALSE')
  })

  test('APR-004 an account that the proposer has made or recovered in the last 24 hours cannot approve', async () => {
    const added = await desk.as(ann, 'POST', 'operators', {
      email: 'puppet@example.com',
      roles: ['viewer'],
    })
    const puppet = await desk.welcome('puppet@example.com', linkToken(desk.letters.at(-1)!.text))
    await desk.run('operator roles puppet@example.com --role admin,finance')
    const { data } = await propose(ann, setting('FALSE'))
    expect(data.approvers).toBe(1)
    expect((await decide(puppet, 'approve', data)).code).toBe('second_operator_required')
    desk.clock.now = added.data.addedAt + DAY
    const later = await desk.signIn(puppet)
    expect((await decide(later, 'approve', data)).data.state).toBe('DONE')
    await desk.run('operator remove puppet@example.com')
  })

  test('APR-007 a changed basis leaves the act undone and names each change', async () => {
    const { data } = await propose(ann, setting('FALSE'))
    await changeSettings(desk.core, { paymentsEnabled: 'TRUE' })
    const refused = await decide(bob, 'approve', data)
    expect(refused.body.errors).toEqual([
      {
        code: 'proposal_outdated',
        fieldName: null,
        errors: ['paymentsEnabled: was not set, is TRUE'],
      },
    ])
    expect(await read(data.id)).toMatchObject({ state: 'OUTDATED', acts: [] })
    expect(await settingOf('paymentsEnabled')).toBe('TRUE')
    expect((await decide(bob, 'approve', data)).body.errors[0]).toMatchObject({
      code: 'proposal_closed',
      errors: ['OUTDATED'],
    })
    // Proposed again, it links to the old one.
    const again = await propose(ann, { ...setting('FALSE'), again: data.id })
    expect(again.data.again).toBe(data.id)
    await decide(ann, 'withdraw', again.data)

    const quote = await propose(ann, rate('9'))
    await desk.run('rates set EUR UPT 3')
    expect((await decide(bob, 'approve', quote.data)).body.errors[0].errors[0]).toMatch(
      /^rate of EUR\/UPT SELL: was .*, is 3$/,
    )
    const id = await desk.idOf('cy@example.com')
    const role = { kind: 'role', object: String(id), values: { roles: ['plan'] }, reason: REASON }
    const raised = await propose(ann, role)
    await desk.run('operator roles cy@example.com --role support')
    expect((await decide(bob, 'approve', raised.data)).body.errors[0].errors).toEqual([
      'roles: was viewer, is support',
      expect.stringMatching(/^version: was \d+, is \d+$/),
    ])
    const lost = await propose(ann, {
      kind: 'recovery',
      object: String(await desk.idOf('bob@example.com')),
      values: {},
      reason: REASON,
    })
    await desk.run('operator unlock bob@example.com')
    expect((await decide(bob, 'approve', lost.data)).code).toBe('proposal_outdated')
  })

  test('APR-009 an open proposal expires proposalDays days after it was made', async () => {
    await changeSettings(desk.core, { proposalDays: '2' })
    const { data } = await propose(ann, setting('FALSE'))
    const made = desk.clock.now
    expect(data.expiresAt).toBe(made + 2 * DAY)
    desk.clock.now = made + 2 * DAY - 60_000
    const late = await desk.signIn(bob)
    desk.clock.now = made + 2 * DAY
    expect((await read(data.id, late)).state).toBe('EXPIRED')
    expect((await decide(late, 'approve', data)).body.errors[0]).toMatchObject({
      code: 'proposal_closed',
      errors: ['EXPIRED'],
    })
    expect(await settingOf('paymentsEnabled')).toBe('TRUE')
    await changeSettings(desk.core, { proposalDays: null })
  })

  test('APR-009 APR-012 approvers get one mail for a new proposal, and all get one a day before it expires', async () => {
    const send = async () => {
      desk.letters.length = 0
      while (
        await sendNextProposalMail({
          core: desk.core,
          mail: { send: async (letter) => void desk.letters.push(letter) },
        })
      );
      return desk.letters.map(({ to, subject }) => `${to}: ${subject}`).toSorted()
    }
    await send()
    const { data } = await propose(ann, setting('FALSE'))
    expect(await send()).toEqual(['bob@example.com: A proposal waits for you'])
    expect((await desk.as(bob, 'GET', 'me')).data.openProposals).toBe(1)
    expect((await desk.as(ann, 'GET', 'me')).data.openProposals).toBe(0)
    expect((await desk.as(cy, 'GET', 'me')).data.openProposals).toBe(0)
    for (const [operator, ids] of [
      [bob, [data.id]],
      [ann, []],
      [cy, []],
    ] as const) {
      const listed = await desk.as(operator, 'GET', 'proposals?forMe=true')
      expect(listed.data.content.map(({ id }: { id: number }) => id)).toEqual(ids)
    }
    desk.clock.now = data.expiresAt - DAY - 1
    expect(await send()).toEqual([])
    desk.clock.now = data.expiresAt - DAY
    expect(await send()).toEqual([
      'ann@example.com: A proposal expires in a day',
      'bob@example.com: A proposal expires in a day',
    ])
    expect(await send()).toEqual([])
  })

  test('APR-010 a refusal has a reason of at least 10 characters, which its proposer reads', async () => {
    const { data } = await propose(ann, setting('FALSE'))
    expect((await decide(bob, 'refuse', data, { reason: 'no' })).code).toBe('validation_error')
    await decide(bob, 'refuse', data, { reason: 'the shop stays open' })
    expect(await read(data.id)).toMatchObject({
      state: 'REFUSED',
      decisionReason: 'the shop stays open',
      decidedBy: { email: 'bob@example.com' },
    })
  })

  test('APR-013 APR-014 with fourEyes off the same acts run at once; switching it off needs a second operator, on does not', async () => {
    const off = await propose(ann, setting('FALSE', 'fourEyes'))
    expect(off.data.state).toBe('OPEN')
    expect((await decide(bob, 'approve', off.data)).data.state).toBe('DONE')
    expect((await desk.as(cy, 'GET', 'me')).data.fourEyes).toBe(false)
    const alone = await propose(ann, setting('FALSE'))
    expect(alone.data).toMatchObject({ state: 'DONE', decidedBy: { email: 'ann@example.com' } })
    expect(await settingOf('paymentsEnabled')).toBe('FALSE')
    const on = await propose(ann, setting('TRUE', 'fourEyes'))
    expect(on.data.state).toBe('DONE')
    expect((await propose(ann, setting('TRUE', 'fourEyes'))).data.state).toBe('DONE')
    expect((await desk.as(cy, 'GET', 'me')).data.fourEyes).toBe(true)
  })

  test('a rate within rateJumpPercent of the last one, and a setting of the screens, need no second operator', async () => {
    await desk.run('rates set EUR UPT 10')
    for (const [value, state] of [
      ['12', 'DONE'],
      ['14.4', 'DONE'],
      ['17.29', 'OPEN'],
      ['11.52', 'DONE'],
      ['9.21', 'OPEN'],
      ['9.216', 'DONE'],
    ]) {
      const { data } = await propose(ann, rate(value!))
      expect([value, data.state]).toEqual([value, state])
      if (state === 'OPEN') await decide(ann, 'withdraw', data)
    }
    expect((await propose(ann, setting('TRUE', 'newsfeed'))).data.state).toBe('DONE')
    const preview = await desk.as(ann, 'POST', 'proposals/preview', rate('20'))
    expect(preview.data).toMatchObject({
      isNeeded: true,
      approvers: 1,
      preview: [{ before: '9.216', after: '20', difference: '10.784' }],
    })
    for (const body of [rate('1', 'EUR/EUR'), rate('1', 'EUR/NONE'), setting('maybe')]) {
      expect((await propose(ann, body)).code).toBe('validation_error')
    }
    expect((await propose(ann, setting('TRUE', 'noSuchSetting'))).code).toBe('not_found')
  })

  test('APR-016 an approved act that the business refuses becomes FAILED and changes nothing else', async () => {
    const object = String(await desk.idOf(ann.email))
    const values = { roles: ['finance', 'plan'] }
    const { data } = await propose(bob, { kind: 'role', object, values, reason: REASON })
    // In between Ann becomes the last admin, and the last one keeps the role.
    await desk.run('operator roles bob@example.com --role finance')
    expect((await decide(ann, 'approve', data)).data).toMatchObject({
      state: 'FAILED',
      failure: 'last_admin',
    })
    expect((await desk.as(ann, 'GET', 'me')).data.operator.roles).toEqual(['finance', 'admin'])
    const acts = (await desk.entriesSince()).slice(-1)
    expect(acts).toMatchObject([{ command: 'proposal approved', details: { proposal: data.id } }])
    await desk.run('operator roles bob@example.com --role finance,admin')
  })

  test('APR-017 APR-001 an act outside the console is marked, and with fourEyesCommandLine refused with the page to go to', async () => {
    const lastDetails = async () => (await desk.entriesSince()).at(-1)!.details
    await desk.run('config set newsfeed TRUE')
    expect(await lastDetails()).toEqual({ words: ['newsfeed', 'TRUE'] })
    await desk.run('config set paymentsEnabled FALSE')
    expect(await lastDetails()).toEqual({
      words: ['paymentsEnabled', 'FALSE'],
      outsideFourEyes: true,
    })
    const put = (url: string, payload: object) =>
      desk.app.inject({
        method: 'PUT',
        url,
        payload,
        headers: { host: 'localhost:3002', authorization: `Bearer ${SERVICE_KEY}` },
      })
    await put('/internal/v1/rates', [{ from: 'EUR', to: 'UPT', rate: '500' }])
    expect(await lastDetails()).toMatchObject({ outsideFourEyes: true })
    await desk.run('config set fourEyesCommandLine TRUE')
    const refused = await desk.run('config set paymentsEnabled TRUE')
    expect([refused.exit, refused.notes]).toEqual([
      1,
      ['this needs a second operator: propose it in the console, at /console/proposals'],
    ])
    expect((await desk.run('rates set EUR UPT 1')).exit).toBe(1)
    expect((await desk.run('operator roles cy@example.com --role admin')).exit).toBe(1)
    expect((await desk.run('operator reset bob@example.com')).exit).toBe(1)
    expect(
      (await put('/internal/v1/config', { paymentsEnabled: 'TRUE' })).json().errors[0].code,
    ).toBe('proposal_required')
    expect(
      (await put('/internal/v1/rates', [{ from: 'EUR', to: 'UPT', rate: '1' }])).json().errors[0]
        .code,
    ).toBe('proposal_required')
    expect(await settingOf('paymentsEnabled')).toBe('FALSE')
    expect((await desk.run('config set newsfeed TRUE')).exit).toBe(0)
    expect((await desk.run('config set fourEyesCommandLine FALSE')).exit).toBe(0)
  })

  test('APR-019 verify names an act whose proposal is missing or has one operator', async () => {
    /** What verify names after a change as a superuser without triggers, which is then rolled back. */
    const differences = async (change: string) => {
      const undo = new Error('undo')
      let found: string[] = []
      const undone = desk.core.database.asOwner(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql.raw(change).execute(tx)
        found = (await verifyIn(tx, desk.core, [fourEyes])).differences
        throw undo
      })
      await expect(undone).rejects.toBe(undo)
      return found
    }
    const { data } = await propose(bob, setting('TRUE', 'lateOrderCorrections'))
    await decide(ann, 'approve', data)
    expect((await read(data.id, bob)).state).toBe('DONE')
    expect(await differences('select 1')).toEqual([])
    const mine = `where id = ${data.id}`
    const said = expect.stringMatching(
      `config set by ann@example.com: proposal ${data.id} has no second operator$`,
    )
    const alone = `update console.proposals set decided_by = proposer_id ${mine}`
    expect(await differences(alone)).toEqual([said])
    expect(await differences(`delete from console.proposals ${mine}`)).toEqual([
      expect.stringMatching(`config set by ann@example.com: proposal ${data.id} is missing$`),
    ])
    const entry = `delete from audit_log where arguments ->> 'proposal' = '${data.id}' and command = 'config set'`
    expect(await differences(entry)).toEqual([
      `proposal ${data.id} is done, and the audit log has no act of it`,
    ])
  })
})

onPostgres('decisions at the same time', (newDatabase) => {
  let desk: OperatorsDesk
  beforeAll(async () => {
    desk = await OperatorsDesk.open(await newDatabase())
  })

  test.each(RACED_KINDS)(
    'APR-006 of four parallel approvals and refusals one wins, and the act happens once: %s',
    async (kind) => {
      const races = await ProposalRaces.open(desk, kind)
      // `soak/proposal-races.ts` runs a thousand.
      for (let round = 0; round < 20; round += 1) expect(await races.race()).toEqual([])
    },
  )
})
