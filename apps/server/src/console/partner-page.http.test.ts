// The page of a partner, compared with what the partner's own calls answer and with the commands of the same acts.
import type { BonusTransaction, ConsolePartner } from '@partner-office/contracts'
import { formatUnits } from '@partner-office/domain'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { closePeriod } from '../business/months/close-period.ts'
import { cancelOrder } from '../business/orders/intake/cancel-order.ts'
import { ownerOfCode } from '../business/partners/invite-codes.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { AFTER_MONTH, MONTH, openClosingNetwork } from '../testing/closing-network.ts'
import type { TestClock } from '../testing/core.ts'
import { onPostgres } from '../testing/databases.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import { PartnersService } from '../testing/partners-service.ts'

const REASON = 'the partner has asked for it'
/** Words of a command are separated by spaces. */
const LINE_REASON = REASON.replaceAll(' ', '-')
const UPT = 'UCHAIN_UPT_BONUS'
const MINUTE_MS = 60_000
/** Texts of contacts that no answer may hold. */
const CANARIES = {
  email: 'canary-mail@canary-host.example',
  phone: '+49 151 70707017',
  telegram: 'canaryTelegram',
  address1: 'Canary Street 5',
  mobile: '0151/7070-7018',
}

onPostgres('the page of a partner', (newDatabase) => {
  let desk: OperatorsDesk
  let service: PartnersService
  let viewer: Browser
  let support: Browser
  let finance: Browser
  let clock: TestClock
  beforeAll(async () => {
    const database = await newDatabase()
    const opened = await openClosingNetwork(database)
    clock = opened.clock
    await closePeriod(opened.core, MONTH)
    await cancelOrder(opened.core, 14, 'sent back')
    await database.read.updateTable('partners').set(CANARIES).where('id', '=', 2).execute()
    await changeSettings(opened.core, { enforceLegalsOnApi: 'FALSE' })
    desk = await OperatorsDesk.open(database, { clock })
    service = await PartnersService.around(desk.core, clock)
    viewer = await desk.operator('vi@example.com', 'viewer')
    support = await desk.operator('su@example.com', 'support')
    finance = await desk.operator('fi@example.com', 'finance')
  })
  beforeEach(async () => {
    viewer = await desk.signIn(viewer)
    support = await desk.signIn(support)
  })

  const get = (path: string, by = viewer) => desk.as(by, 'GET', `partners/${path}`)
  const page = async (id: number, by = viewer): Promise<ConsolePartner> =>
    (await get(String(id), by)).data
  const own = async (id: number, path: string) => {
    const authorization = `Bearer ${await service.signIn(id)}`
    const { body } = await service.call('GET', path, { headers: { authorization } })
    return body.data
  }

  test('PTR-004 figures, rank, legs and balances are those of the own calls of the partner', async () => {
    const shown = await page(2)
    expect(shown.rank).toEqual(await own(2, '/v1/rang/current'))
    const activity = await own(2, '/v1/user/activity')
    expect(shown.figures).toMatchObject({
      activeUntil: activity.activeUntil,
      flSize: activity.flSize,
      teamSize: activity.teamSize,
    })
    const names = shown.balances.map(({ account }) => account)
    expect(names).toContain(UPT)
    const balances = await own(2, `/v1/balances?balances=${names.join(',')}`)
    expect(Object.fromEntries(shown.balances.map((one) => [one.account, one.balance]))).toEqual(
      balances,
    )
    expect(shown.asOf).toBe(desk.core.network.engine.asOf)
  })

  test('PTR-004 the way to the root, and the state of a partner', async () => {
    expect((await page(7)).path.map(({ id }) => id)).toEqual([1, 2, 5])
    const shown = await page(7)
    expect(shown).toMatchObject({ level: 3, blocked: null, hidden: null, isVerified: false })
    expect((await get('999')).code).toBe('not_found')
  })

  test('PTR-004 what is held is not available', async () => {
    const { balances } = await page(3)
    const before = balances.find(({ account }) => account === UPT)!
    finance = await desk.signIn(finance)
    const placed = await desk.as(finance, 'POST', 'holds', {
      partnerId: 3,
      account: UPT,
      amount: '1.5',
      reason: 'for a test',
      internalReason: 'for a test of holds',
      until: null,
    })
    expect(placed.code).toBeUndefined()
    const after = (await page(3)).balances.find(({ account }) => account === UPT)!
    expect(after).toEqual({
      ...before,
      held: '1.50000000',
      available: formatUnits(BigInt(before.balance.replace('.', '')) - 150_000_000n, 8),
    })
  })

  test('PTR-005 the list of bonuses and each explanation are those of the partner, to the byte', async () => {
    let compared = 0
    for (const id of [1, 2, 3, 5]) {
      const { content } = (await get(`${id}/bonuses`)).data as { content: BonusTransaction[] }
      expect(content).toEqual((await own(id, '/v1/bonus/history?size=50')).content)
      for (const { recordId } of content) {
        const shown = (await get(`${id}/explain?recordId=${recordId}`)).data
        expect(JSON.stringify(shown)).toBe(
          JSON.stringify(await own(id, `/v1/bonus/explain?recordId=${recordId}`)),
        )
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(10)
    const zeros = (await get('2/explain?orderId=16')).data
    expect(zeros).toEqual(await own(2, '/v1/bonus/explain?orderId=16'))
    expect((await get('4/explain?orderId=16')).code).toBe('not_found')
  })

  test('PTR-006 the ledger has the running balance, and each hash before it; pages follow each other', async () => {
    const { content, currency } = (await get(`2/ledger?account=${UPT}`)).data
    expect(currency).toBe('UPT')
    const balance = (await page(2)).balances.find(({ account }) => account === UPT)!.balance
    expect(content[0].balance).toBe(balance)
    for (const [at, { before }] of content.entries()) {
      expect(before).toBe(content[at + 1]?.hash ?? null)
    }
    const [first, ...rest] = content
    const older = (await get(`2/ledger?account=${UPT}&cursor=${first.id}`)).data.content
    expect(older).toEqual(rest)
    expect((await get('2/ledger?account=NONE')).code).toBe('wallet_not_found')
    expect((await get(`2/chain?account=${UPT}`)).data).toEqual({
      checked: content.length,
      wrong: null,
    })
  })

  test('PTR-007 payouts and what the partner signs in with have no secret', async () => {
    expect((await get('2/payouts')).data).toEqual({ content: [] })
    const security = (await get('2/security')).data
    expect(security.sessions.length).toBeGreaterThan(0)
    expect(Object.keys(security.sessions[0]).sort()).toEqual([
      'application',
      'device',
      'lastUsedAt',
      'openedAt',
    ])
  })

  describe('contacts', () => {
    const answers = async (by: Browser) =>
      JSON.stringify([
        (await get('2', by)).body,
        (await get('?search=2', by)).body,
        (await get('?search=canary-mail', by)).body,
        (await get('2/security', by)).body,
      ])
    const expectNone = (text: string) => {
      for (const canary of Object.values(CANARIES)) expect(text).not.toContain(canary)
    }

    test('PTR-010 D-175 no answer holds a contact before a reason is given; then this operator sees them for 15 minutes', async () => {
      expectNone(await answers(support))
      expect((await page(2, support)).contacts).toMatchObject({
        email: 'c•••@c•••.example',
        phone: '+49 ••• 17',
        telegram: '•••',
        mobile: '01 ••• 18',
        address1: '•••',
      })
      const refused = await desk.as(support, 'POST', 'partners/2/contacts', { reason: 'too short' })
      expect(refused.body.errors[0].fieldName).toBe('reason')
      expectNone(await answers(support))
      const { data } = await desk.as(support, 'POST', 'partners/2/contacts', { reason: REASON })
      expect(data.contacts).toMatchObject(CANARIES)
      expect((await page(2, support)).contacts).toEqual(data.contacts)
      expectNone(await answers(viewer))
      clock.now = data.contactsUntil - 1
      expect((await page(2, support)).contacts).toEqual(data.contacts)
      clock.now += 1
      expectNone(await answers(support))
    })

    test('PTR-010 a viewer cannot see them, and the reason is one entry without them', async () => {
      const [before] = (await desk.entriesSince()).slice(-1)
      const refused = await desk.as(viewer, 'POST', 'partners/2/contacts', { reason: REASON })
      expect([refused.status, refused.code]).toEqual([403, 'access_denied'])
      await desk.as(support, 'POST', 'partners/2/contacts', { reason: REASON })
      const entries = await desk.entriesSince(before!.id)
      expect(entries.map(({ command, details }) => [command, details])).toEqual([
        ['partner contacts', { object: '2', reason: REASON }],
      ])
    })

    test('PTR-010 a partner who does not exist has no contacts', async () => {
      const body = { reason: REASON }
      const refused = await desk.as(support, 'POST', 'partners/999999/contacts', body)
      expect(refused.code).toBe('not_found')
    })
  })

  test('PTR-009 the page says since when, by whom and why a partner is blocked, also by the command', async () => {
    await desk.as(support, 'POST', 'partners/6/guard', { act: 'BLOCK', reason: REASON })
    expect((await page(6)).blocked).toEqual({
      since: clock.now,
      reason: REASON,
      by: 'su@example.com',
    })
    await desk.as(support, 'POST', 'partners/6/guard', { act: 'UNBLOCK', reason: REASON })
    expect((await page(6)).blocked).toBeNull()
    clock.now += MINUTE_MS
    const { actor } =
      (await desk.run('partner block 6 --reason asked'), (await desk.entriesSince()).at(-1)!)
    expect((await page(6)).blocked).toEqual({ since: clock.now, reason: 'asked', by: actor })
    await desk.run('partner unblock 6 --reason asked')
  })

  test('PTR-008 D-182 a hidden partner has no invite page and registers nobody, and keeps team and money', async () => {
    const { inviteCode, figures, balances } = await page(5)
    const invite = () => service.call('GET', `/v1/profile/public?inviteCode=${inviteCode}`)
    const shown = await invite()
    await desk.as(support, 'POST', 'partners/5/help', { act: 'HIDE', reason: REASON })
    const hidden = await invite()
    expect([shown.body.errors ?? [], hidden.body.errors[0].code]).toEqual([[], 'not_found'])
    // Registrations and the count of visits look the code up the same way.
    expect(await ownerOfCode(desk.core.database.read, inviteCode)).toBeNull()
    const now = await page(5)
    expect(now.hidden).toEqual({ since: clock.now, reason: REASON, by: 'su@example.com' })
    expect([now.figures, now.balances]).toEqual([figures, balances])
    await desk.as(support, 'POST', 'partners/5/help', { act: 'SHOW', reason: REASON })
    expect((await invite()).body).toEqual(shown.body)
  })

  test('PTR-008 each act is refused to a role that may not do it, and for an unknown partner', async () => {
    const acts = { guard: 'BLOCK', help: 'HIDE' }
    for (const [call, act] of Object.entries(acts)) {
      const refused = await desk.as(viewer, 'POST', `partners/6/${call}`, { act, reason: REASON })
      expect([call, refused.status]).toEqual([call, 403])
      const unknown = await desk.as(support, 'POST', `partners/99/${call}`, { act, reason: REASON })
      expect([call, unknown.code]).toEqual([call, 'not_found'])
    }
  })
})

onPostgres('acts on partners', (newDatabase) => {
  /** Tables but those of operators and of the audit log, by their rows without instants. */
  const contents = async (desk: OperatorsDesk) => {
    const read: Record<string, unknown> = {}
    const tables = [
      'partner_blocks',
      'payout_guards',
      'passport.accounts',
      'passport.devices',
      'passport.sessions',
      'passport.authenticators',
      'passport.passkeys',
      'passport.recovery_codes',
      'passport.notices',
      'hidden_partners',
    ]
    for (const table of tables) {
      const { rows } = await sql
        .raw<{
          content: string
        }>(`select coalesce(jsonb_agg(c order by c::text), '[]')::text as content from (
            select to_jsonb(t) - '{salt,created_at,id,last_used_at,opened_at,token_hash}'::text[] as c from ${table} t) t`)
        .execute(desk.core.database.read)
      read[table] = rows[0]!.content
    }
    return read
  }
  const open = async () => {
    const database = await newDatabase()
    const { clock } = await openClosingNetwork(database)
    clock.now = AFTER_MONTH
    const desk = await OperatorsDesk.open(database, { clock })
    const support = await desk.operator('su@example.com', 'support')
    await sql`
      insert into payout_guards (partner_id, wrong_at, wrong_streak, locked_at, minute_start)
      values (2, '{1}', 3, 5, 0)`.execute(database.read)
    await sql`
      update passport.accounts set wrong_passwords = 9, locked_until = ${AFTER_MONTH + 1} where user_id = 2`.execute(
      database.read,
    )
    await sql`
      insert into passport.authenticators (user_id, sealed_secret, confirmed_at) values (2, '\\x01', 1)`.execute(
      database.read,
    )
    clock.now = AFTER_MONTH
    return { desk, support }
  }

  test.each([
    ['guard', 'BLOCK', `partner block 2 --reason ${LINE_REASON}`],
    ['guard', 'RESET_SECOND_FACTOR', `partner reset-2fa 2 --reason ${LINE_REASON}`],
    ['help', 'UNLOCK_SIGN_IN', 'partner unlock 2'],
  ])('PTR-008 %s %s does to the data what the command does', async (call, act, line) => {
    const [one, other] = [await open(), await open()]
    const before = await contents(one.desk)
    const reason = LINE_REASON
    const answer = await one.desk.as(one.support, 'POST', `partners/2/${call}`, { act, reason })
    expect(answer.status).toBe(200)
    await other.desk.run(line)
    const [done, due] = [await contents(one.desk), await contents(other.desk)]
    expect(done).toEqual(due)
    expect(done).not.toEqual(before)
  })

  test('PTR-008 unlocking payouts does what the call of the machine does', async () => {
    const { desk, support } = await open()
    await desk.as(support, 'POST', 'partners/2/help', { act: 'UNLOCK_PAYOUTS', reason: REASON })
    const { rows } = await sql`select wrong_at, wrong_streak, locked_at from payout_guards`.execute(
      desk.core.database.read,
    )
    expect(rows).toEqual([{ wrongAt: [], wrongStreak: 0, lockedAt: null }])
  })

  test('PTR-006 the check names the first transfer that was changed, and a wrong head', async () => {
    const { desk, support } = await open()
    const { rows } = await sql<{ id: number }>`
      select t.id from transfers t join accounts a on a.id = t.partner_account_id
      where a.partner_id = 2 and a.name = ${UPT} order by t.id`.execute(desk.core.database.read)
    const chain = async () =>
      (await desk.as(support, 'GET', `partners/2/chain?account=${UPT}`)).data
    expect(await chain()).toEqual({ checked: rows.length, wrong: null })
    const change = (text: string) =>
      desk.core.database.asOwner(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql.raw(text).execute(tx)
      })
    await change(
      `update accounts set last_hash = sha256('') where partner_id = 2 and name = '${UPT}'`,
    )
    expect(await chain()).toMatchObject({ wrong: 0 })
    await change(`update transfers set amount = amount + 1 where id = ${rows[1]!.id}`)
    expect(await chain()).toMatchObject({ wrong: rows[1]!.id })
  })
})
