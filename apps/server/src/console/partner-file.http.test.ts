// Notes, personal data, erasure and mails of a partner.
import type { PartnerNote, PreviewRow } from '@partner-office/contracts'
import { callsOf, OFFICE } from '@partner-office/contracts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { exportPartner } from '../business/partners/export-partner.ts'
import { sendNextMail } from '../business/payouts/end/payout-mails.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import type { Letter } from '../mails/letter.ts'
import { requestData } from '../passport/accounts/data-requests.ts'
import { openClosingNetwork } from '../testing/closing-network.ts'
import { CONSOLE, type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import { textOf } from '../testing/core.ts'
import { onPostgres } from '../testing/databases.ts'
import { PartnersService } from '../testing/partners-service.ts'
import { writeTicket } from '../testing/write-ticket.ts'
import { verifyAll } from '../verify/verify-all.ts'

const REASON = 'the partner has asked for it'
const CANARY = 'canary of a note'
const FOR_PARTNER = 'what the partner may read'

/** A desk with an operator of each role that these calls need. */
async function openDesk(database: Parameters<typeof openClosingNetwork>[0]) {
  const { clock } = await openClosingNetwork(database)
  const desk = await OperatorsDesk.open(database, { clock })
  await changeSettings(desk.core, { enforceLegalsOnApi: 'FALSE' })
  return desk
}

onPostgres('the file of a partner', (newDatabase) => {
  let desk: OperatorsDesk
  let support: Browser
  let viewer: Browser
  let admin: Browser
  beforeAll(async () => {
    desk = await openDesk(await newDatabase())
    support = await desk.operator('su@example.com', 'support')
    viewer = await desk.operator('vi@example.com', 'viewer')
    admin = await desk.operator('ad@example.com', 'admin')
  })
  beforeEach(async () => {
    support = await desk.signIn(support)
    admin = await desk.signIn(admin)
  })

  const write = async (id: number, text: string, isForPartner = false): Promise<PartnerNote> =>
    (await desk.as(support, 'POST', `partners/${id}/notes`, { text, isForPartner })).data
  const notes = async (id: number, cursor = '') =>
    (await desk.as(support, 'GET', `partners/${id}/notes${cursor}`)).data

  test('PTR-011 a note has an author and an instant; it is struck out with a reason, once, and its text stays', async () => {
    const written = await write(2, '  Asked twice about the cap.  ')
    expect(written).toEqual({
      id: written.id,
      at: desk.clock.now,
      author: { id: await desk.idOf(support.email), email: support.email },
      text: 'Asked twice about the cap.',
      ticketId: null,
      isForPartner: false,
      struck: null,
    })
    const path = `partners/2/notes/${written.id}/strike`
    const short = await desk.as(admin, 'POST', path, { reason: 'too short' })
    expect(short.body.errors[0].fieldName).toBe('reason')
    const struck = await desk.as(admin, 'POST', path, { reason: REASON })
    const by = { id: await desk.idOf(admin.email), email: admin.email }
    expect(struck.data).toEqual({ ...written, struck: { at: desk.clock.now, by, reason: REASON } })
    expect((await desk.as(admin, 'POST', path, { reason: REASON })).code).toBe('changed_meanwhile')
    expect((await notes(2)).content).toEqual([struck.data])
    const elsewhere = `partners/3/notes/${written.id}/strike`
    expect((await desk.as(admin, 'POST', elsewhere, { reason: REASON })).code).toBe('not_found')
  })

  test('PTR-011 nobody can change what was written: neither a call nor the role of the application', async () => {
    const { id } = await write(2, 'as it was written')
    for (const method of ['PUT', 'DELETE'] as const) {
      const { status } = await desk.as(admin, method, `partners/2/notes/${id}`)
      expect([method, status]).toEqual([method, 404])
    }
    const change = sql`update console.partner_notes set text = 'other' where id = ${id}`
    await expect(change.execute(desk.core.database.read)).rejects.toThrow(/permission denied/)
  })

  test('PTR-011 an empty note and one of 4,001 characters are refused; pages follow each other', async () => {
    for (const text of ['', '   ', 'x'.repeat(4_001)]) {
      const refused = await desk.as(support, 'POST', 'partners/4/notes', {
        text,
        isForPartner: false,
      })
      expect(refused.body.errors[0].fieldName).toBe('text')
    }
    for (let at = 0; at < 51; at += 1) await write(4, at === 0 ? 'x'.repeat(4_000) : `note ${at}`)
    const first = await notes(4)
    expect(first.content.map(({ text }: PartnerNote) => text).slice(0, 2)).toEqual([
      'note 50',
      'note 49',
    ])
    const { content, next } = await notes(4, `?cursor=${first.next}`)
    expect([first.content.length, content.length, next]).toEqual([50, 1, undefined])
  })

  test('PTR-011 no call of partners and no export has a note, but the export has those for the partner', async () => {
    await write(5, CANARY)
    await write(5, FOR_PARTNER, true)
    const ticket = await writeTicket(desk.core, 5, { comment: 'Where is my payout?', type: 1 })
    const noted = { version: 1, text: `${CANARY} at a ticket` }
    expect((await desk.as(support, 'POST', `inbox/${ticket}/note`, noted)).code).toBe(undefined)
    const service = await PartnersService.around(desk.core, desk.clock)
    const answers: string[] = []
    for (const of of [5, 2]) {
      const token = await service.signIn(of)
      for (const { method, path } of callsOf(...Object.values(OFFICE))) {
        if (method !== 'GET') continue
        const response = await desk.office.inject({
          url: path.replaceAll(/:\w+/g, '5'),
          headers: { authorization: `Bearer ${token}` },
        })
        answers.push(response.body)
      }
    }
    expect(answers.length).toBeGreaterThan(60)
    expect(answers.filter((text) => text.includes('canary') || text.includes(FOR_PARTNER))).toEqual(
      [],
    )
    expect(answers.filter((text) => text.includes('Where is my payout?'))).toHaveLength(1)
    const held = await textOf(exportPartner(desk.core, 5))
    expect(held).not.toContain('canary')
    expect(JSON.parse(held).notes).toEqual([
      { at: expect.any(Number), text: FOR_PARTNER, struckAt: null },
    ])
    const entries = JSON.stringify(await desk.entriesSince())
    expect(entries).toContain('partner note')
    expect(entries).toContain('tickets note')
    expect(entries).not.toContain('canary')
  })

  test('PTR-011 PTR-012 PTR-008 roles without these rights are refused', async () => {
    viewer = await desk.signIn(viewer)
    const calls = [
      ['GET', 'partners/2/notes', undefined],
      ['POST', 'partners/2/notes', { text: 'x', isForPartner: false }],
      ['GET', 'data-requests', undefined],
      ['POST', 'partners/2/personal-data', { reason: REASON }],
      ['POST', 'partners/2/data-request/refuse', { kind: 'EXPORT', reason: REASON }],
      ['POST', 'partners/2/payout-mail', { payoutId: 1, reason: REASON }],
      ['POST', 'confirmation-mail', { email: 'x@example.com', reason: REASON }],
    ] as const
    for (const [method, path, body] of calls) {
      const refused = await desk.as(viewer, method, path, body)
      expect([path, refused.status, refused.code]).toEqual([path, 403, 'access_denied'])
    }
  })

  /** The bytes of the file. */
  const exported = async (id: number, { cookie, token }: Browser) => {
    const headers = { host: 'localhost:3002', origin: CONSOLE, cookie, 'x-console-token': token }
    const url = `/console/v1/partners/${id}/personal-data`
    const payload = { reason: REASON }
    return desk.app.inject({ method: 'POST', url, headers, payload })
  }

  test('PTR-012 the export gives the file of the command, with an entry; an open request ends', async () => {
    await requestData(desk.core, 3, 'EXPORT')
    await requestData(desk.core, 3, 'ERASURE')
    const [last] = (await desk.entriesSince()).slice(-1)
    const file = await exported(3, support)
    expect(file.headers['content-type']).toMatch(/^application\/json/)
    expect(String(file.headers['content-disposition'])).toContain('partner-3.json')
    expect(
      (await desk.entriesSince(last!.id)).map(({ command, details }) => [command, details]),
    ).toEqual([['partner export', { object: '3', reason: REASON }]])
    expect(file.body).toBe((await desk.run('partner export 3')).out)
    const { content } = (await desk.as(support, 'GET', 'data-requests?partner=3')).data
    expect(content.map(({ kind }: { kind: string }) => kind)).toEqual(['ERASURE'])
    expect((await exported(999, support)).json().errors[0].code).toBe('not_found')
  })

  test('PTR-012 requests are listed oldest first, in pages; a refusal ends one, once, with its reason in the audit log', async () => {
    await desk.core.database.read.deleteFrom('passport.dataRequests').execute()
    for (const id of [2, 4, 6]) {
      desk.clock.now += 1_000
      await requestData(desk.core, id, 'EXPORT')
    }
    const list = async (query = '') => (await desk.as(support, 'GET', `data-requests${query}`)).data
    const { content } = await list()
    expect(content.map(({ partner }: { partner: { id: number } }) => partner.id)).toEqual([2, 4, 6])
    expect(content[0]).toEqual({
      kind: 'EXPORT',
      at: desk.clock.now - 2_000,
      partner: {
        id: 2,
        firstName: expect.any(String),
        lastName: expect.any(String),
        country: 'DE',
      },
    })
    const { at, partner } = content[0]
    const rest = await list(`?cursor=${at}-${partner.id}-EXPORT`)
    expect(rest.content).toEqual(content.slice(1))
    const refuse = () =>
      desk.as(support, 'POST', 'partners/4/data-request/refuse', { kind: 'EXPORT', reason: REASON })
    expect((await refuse()).status).toBe(200)
    expect((await refuse()).code).toBe('changed_meanwhile')
    expect((await list()).content).toEqual([content[0], content[2]])
    const entry = (await desk.entriesSince()).at(-1)!
    expect([entry.command, entry.details]).toEqual([
      'partner request refused',
      { object: '4', kind: 'EXPORT', reason: REASON },
    ])
  })

  test('PTR-008 the mail that confirms a registration is sent again; the link before it ends', async () => {
    const { read } = desk.core.database
    await sql`
      insert into passport.accounts (user_id, email, password_hash, email_confirmed, created_at)
      values (77, 'Waiting@example.com', 'hash', false, 0)`.execute(read)
    await sql`
      insert into registrations (user_id, sponsor_id, first_name, last_name, country_id, ui_language)
      values (77, 1, 'Wei', 'Ting', 'DE', 'de')`.execute(read)
    const resend = (email: string) =>
      desk.as(support, 'POST', 'confirmation-mail', { email, reason: REASON })
    const tokens = async () =>
      (
        await sql<{ hash: string }>`
        select encode(token_hash, 'hex') as hash from passport.mailed_tokens where user_id = 77`.execute(
          read,
        )
      ).rows
    const sent = desk.letters.length
    expect((await resend('waiting@EXAMPLE.com')).status).toBe(200)
    const first = await tokens()
    expect((await resend('Waiting@example.com')).status).toBe(200)
    const letters = desk.letters.slice(sent)
    expect(letters.map(({ userId, to }) => [userId, to])).toEqual([
      [77, 'Waiting@example.com'],
      [77, 'Waiting@example.com'],
    ])
    const token = /#token=([\w-]+)/.exec(letters[1]!.text)![1]!
    expect(await tokens()).toHaveLength(1)
    expect(await tokens()).not.toEqual(first)
    for (const unknown of ['nobody@example.com', 'partner2@example.com']) {
      expect([unknown, (await resend(unknown)).code]).toEqual([unknown, 'not_found'])
    }
    const entry = (await desk.entriesSince()).at(-1)!
    expect([entry.command, entry.details]).toEqual([
      'partner confirmation mail',
      { object: '77', reason: REASON },
    ])
    const { statusCode } = await desk.passport.inject({
      method: 'POST',
      url: '/v1/registration/confirm',
      payload: { token },
    })
    expect(statusCode).toBe(200)
    expect((await desk.as(support, 'GET', 'partners/77')).data.isEmailConfirmed).toBe(true)
    expect((await resend('waiting@example.com')).code).toBe('not_found')
  })
})

onPostgres('what leaves a partner', (newDatabase) => {
  let desk: OperatorsDesk
  let support: Browser
  let admin: Browser
  beforeAll(async () => {
    desk = await openDesk(await newDatabase())
    support = await desk.operator('su@example.com', 'support')
    admin = await desk.operator('ad@example.com', 'admin')
  })
  beforeEach(async () => {
    support = await desk.signIn(support)
    admin = await desk.signIn(admin)
  })

  const pay = async (partnerId: number): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      insert into payouts (partner_id, payout_from, payout_to, currency, address, amount, fee, receive, risks, requested_at, created_at)
      values (${partnerId}, 'UCHAIN_UCN_BONUS', 'UCN_XRC10_WHITE', 'UCN', 'address of ' || ${partnerId}, 200000000, 100000000, 100000000, '{}', 1, 1)
      returning id`.execute(desk.core.database.read)
    return rows[0]!.id
  }

  test('PTR-008 the mail of a payout is owed again, once, and goes out as the first one did', async () => {
    const id = await pay(2)
    const resend = (partner: number, payoutId: number) =>
      desk.as(support, 'POST', `partners/${partner}/payout-mail`, { payoutId, reason: REASON })
    await resend(2, id)
    await resend(2, id)
    const letters: Letter[] = []
    const post = {
      office: 'http://office.test',
      send: async (letter: Letter) => void letters.push(letter),
    }
    while (await sendNextMail(desk.core, post));
    expect(letters.map(({ userId }) => userId)).toEqual([2])
    expect(letters[0]!.text).toContain('1.00000000')
    for (const [partner, payout] of [
      [3, id],
      [2, 999_999],
    ] as const) {
      expect((await resend(partner, payout)).code).toBe('not_found')
    }
  })

  const asked = (id: number, payouts: number[], accounts: string[]) => ({
    kind: 'erasure',
    object: String(id),
    values: { payouts, accounts },
  })
  const preview = (body: object, by = support) => desk.as(by, 'POST', 'proposals/preview', body)
  const propose = (body: object, by = support) =>
    desk.as(by, 'POST', 'proposals', { ...body, reason: REASON })
  const accountsOf = async (id: number): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      select name from accounts where partner_id = ${id} and balance <> 0 order by name`.execute(
      desk.core.database.read,
    )
    return rows.map(({ name }) => name)
  }

  test('PTR-013 an erasure is refused until each pending payout and each balance is confirmed', async () => {
    const id = await pay(3)
    const accounts = await accountsOf(3)
    expect(accounts.length).toBeGreaterThan(0)
    const none = await preview(asked(3, [], []))
    expect(none.code).toBe('confirmation_required')
    expect(JSON.stringify(none.body)).toContain(`Payout ${id} of 2.00000000 UCN is pending.`)
    expect((await preview(asked(3, [id], []))).code).toBe('confirmation_required')
    expect((await preview(asked(3, [], accounts))).code).toBe('confirmation_required')
    const { preview: rows } = (await preview(asked(3, [id], accounts))).data
    const named = (name: string) => rows.find((row: PreviewRow) => row.name === name)
    expect(named('name')).toMatchObject({ after: 'Erased Partner' })
    expect(named('orders, which stay')).toMatchObject({ before: '2', after: '2' })
    expect(named(`pending payout ${id}, which stays, UCN`)).toMatchObject({ after: '2.00000000' })
    expect(JSON.stringify(rows)).not.toContain('@example.com')
    expect((await preview(asked(999, [], []))).code).toBe('not_found')
  })

  test('PTR-013 support proposes and cannot approve; an admin approves, and the effect is that of the command', async () => {
    await desk.as(support, 'POST', 'partners/6/notes', {
      text: 'Asks about a name',
      isForPartner: true,
    })
    await requestData(desk.core, 6, 'ERASURE')
    const { data, code } = await propose(asked(6, [], await accountsOf(6)))
    expect([code, data.state, data.objectName]).toEqual([undefined, 'OPEN', 'partner 6'])
    const version = { version: data.version }
    const alone = await desk.as(support, 'POST', `proposals/${data.id}/approve`, version)
    expect(alone.status).toBe(403)
    const done = await desk.as(admin, 'POST', `proposals/${data.id}/approve`, version)
    expect([done.code, done.data?.state]).toEqual([undefined, 'DONE'])

    const outside = (await desk.run('partner erase 7 --reason asked')).exit
    expect(outside).toBe(0)
    const held = async (id: number) => {
      const text = await textOf(exportPartner(desk.core, id))
      const { partner, account, notes, tickets, sessions } = JSON.parse(text)
      const { firstName, lastName, email, erasedAt } = partner
      const { closedAt, hasPassword } = account
      const known = { firstName, lastName, notes, tickets, sessions, hasPassword }
      return {
        ...known,
        email: email.replace(String(id), 'ID'),
        isErased: erasedAt > 0,
        isClosed: closedAt > 0,
      }
    }
    expect(await held(6)).toEqual(await held(7))
    expect(await held(6)).toMatchObject({
      firstName: 'Erased',
      notes: [],
      email: 'erased-ID@invalid',
    })
    const { content } = (await desk.as(support, 'GET', 'data-requests')).data
    expect(content).toEqual([])
    const entries = (await desk.entriesSince()).filter(({ command }) => command === 'partner erase')
    expect(entries.map(({ details }) => details)).toMatchObject([
      { proposal: data.id, object: 'partner 6' },
      { outsideFourEyes: true },
    ])
    expect((await propose(asked(6, [], []))).code).toBe('changed_meanwhile')
    // The payouts of these tests have no transfers.
    const { differences } = await verifyAll(desk.core)
    expect(differences.filter((text) => !text.startsWith('payout '))).toEqual([])
  })

  test('PTR-013 a payout that is asked for meanwhile outdates the proposal, and nothing is erased', async () => {
    const { data } = await propose(asked(5, [], await accountsOf(5)))
    const id = await pay(5)
    const late = await desk.as(admin, 'POST', `proposals/${data.id}/approve`, {
      version: data.version,
    })
    expect(late.code).toBe('proposal_outdated')
    expect(JSON.stringify(late.body)).toContain(`Payout ${id}`)
    const { erasedAt } = await desk.core.database.read
      .selectFrom('partners')
      .select('erasedAt')
      .where('id', '=', 5)
      .executeTakeFirstOrThrow()
    expect(erasedAt).toBeNull()
  })

  test('PTR-013 with fourEyesCommandLine the command refuses an erasure and names the page', async () => {
    await changeSettings(desk.core, { fourEyesCommandLine: 'TRUE' })
    const { exit, notes } = await desk.run('partner erase 4 --reason asked')
    expect([exit, notes.join()]).toEqual([1, expect.stringContaining('/console/proposals')])
    await changeSettings(desk.core, { fourEyesCommandLine: 'FALSE' })
  })
})
