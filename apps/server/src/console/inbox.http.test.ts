// The inbox of tickets: what the console shows and does, and what the partner gets of it.
import { setTimeout as wait } from 'node:timers/promises'

import type { InboxLine } from '@partner-office/contracts'
import { TICKET_TYPES } from '@partner-office/domain'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { replyToQuestion } from '../business/disputes/change-dispute.ts'
import { erasePartner } from '../business/partners/erase-partner.ts'
import { exportPartner } from '../business/partners/export-partner.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { mailNextAnswer } from '../business/support/mail-answers.ts'
import { readTickets } from '../business/support/read-tickets.ts'
import { replyToTicket } from '../business/support/reply-to-ticket.ts'
import { findWords } from '../business/support/desk-words.ts'
import type { Letter, Once } from '../mails/letter.ts'
import { adjust } from '../testing/adjust.ts'
import { asUpload } from '../testing/core.ts'
import { onPostgres } from '../testing/databases.ts'
import { partnersText } from '../testing/network-files.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import { storeDispute } from '../testing/store-dispute.ts'
import { writeTicket } from '../testing/write-ticket.ts'

const OFFICE = 'https://office.test'

/** A desk with two operators who may answer, and partners who may write. */
class Inbox {
  readonly desk: OperatorsDesk
  one: Browser
  two: Browser

  private constructor(desk: OperatorsDesk, one: Browser, two: Browser) {
    this.desk = desk
    this.one = one
    this.two = two
  }

  static async open(desk: OperatorsDesk): Promise<Inbox> {
    const pairs = Array.from({ length: 40 }, (_, at) => [at + 1, at === 0 ? null : 1] as const)
    await importPartners(desk.core, asUpload(partnersText(pairs)))
    await changeSettings(desk.core, { 'rateLimit.ticket': '0' })
    await sql`
      insert into passport.accounts (user_id, email, email_confirmed, created_at)
      select id, email, true, 0 from partners on conflict (user_id) do update set email_confirmed = true`.execute(
      desk.core.database.read,
    )
    const one = await desk.operator('one@example.com', 'support')
    return new Inbox(desk, one, await desk.operator('two@example.com', 'finance'))
  }

  async signIn(): Promise<void> {
    this.one = await this.desk.signIn(this.one)
    this.two = await this.desk.signIn(this.two)
  }

  /** Sends a ticket in as a partner; returns its id. */
  write = (partnerId: number, comment: string, type = 1) =>
    writeTicket(this.desk.core, partnerId, { comment, type })

  list = async (query = '', by = this.one) =>
    (await this.desk.as(by, 'GET', `inbox?${query}`)).data as {
      content: InboxLine[]
      next?: string
      helpDesk: boolean
    }
  ids = async (query = '') => (await this.list(query)).content.map(({ id }) => id)
  read = async (id: number) => (await this.desk.as(this.one, 'GET', `inbox/${id}`)).data
  act = (id: number, what: string, body: object, by = this.one) =>
    this.desk.as(by, 'POST', `inbox/${id}/${what}`, body)
  own = async (partnerId: number, id: number) =>
    (await readTickets(this.desk.core.database.read, partnerId)).find((one) => one.id === id)!
}

onPostgres('the inbox of the console', (newDatabase) => {
  let inbox: Inbox
  let partner = 0
  beforeAll(async () => {
    inbox = await Inbox.open(await OperatorsDesk.open(await newDatabase()))
  })
  beforeEach(async () => {
    await inbox.signIn()
    partner += 1
    await mailed()
  })

  const mailed = async () => {
    const letters: { letter: Letter; id: string | undefined }[] = []
    const mail = {
      send: async (letter: Letter, once?: Once) => void letters.push({ letter, id: once?.id }),
    }
    while (await mailNextAnswer(inbox.desk.core, { mail, office: OFFICE }));
    return letters
  }

  test('INB-001 the list says kind, type, partner, language, state, age and who has a ticket', async () => {
    await sql`update partners set ui_language = 'de' where id = ${partner}`.execute(
      inbox.desk.core.database.read,
    )
    const id = await inbox.write(partner, 'Where is my payout?', TICKET_TYPES.payouts)
    await inbox.act(id, 'take', { version: 1 })
    expect((await inbox.list(`partner=${partner}`)).content).toEqual([
      {
        kind: 'ticket',
        id,
        type: TICKET_TYPES.payouts,
        partner: {
          id: partner,
          firstName: `First${partner}`,
          lastName: `Last${partner}`,
          country: 'DE',
        },
        language: 'de',
        state: 'WAITING',
        since: expect.any(Number),
        createdAt: expect.any(Number),
        assignee: 'one@example.com',
        text: 'Where is my payout?',
        handOver: 'received',
      },
    ])
  })

  test('INB-001 what waits longest comes first, page after page, each ticket once', async () => {
    const sent: number[] = []
    for (let at = 0; at < 60; at += 1) {
      if (at % 3 === 0) inbox.desk.clock.now += 1
      sent.push(await inbox.write(partner, `Question ${at}`))
    }
    const query = `partner=${partner}&kind=ticket`
    const first = await inbox.list(query)
    const rest = await inbox.list(`${query}&cursor=${first.next}`)
    expect(first.content).toHaveLength(50)
    expect([...first.content, ...rest.content].map(({ id }) => id)).toEqual(sent)
    expect(rest.next).toBe(undefined)
    const all = await inbox.ids(`partner=${partner}&state=all`)
    expect(all).toEqual(sent.toReversed().slice(0, 50))
  })

  test('INB-001 tickets and disputes are one list, page after page, each line once, also within one instant', async () => {
    const { core } = inbox.desk
    const sent: string[] = []
    for (let at = 0; at < 60; at += 1) {
      if (at % 20 === 0) inbox.desk.clock.now += 1
      const isTicket = at % 3 > 0
      const id = isTicket
        ? await inbox.write(partner, `Question ${at}`)
        : await storeDispute(core, partner, at + 1)
      sent.push(`${isTicket ? 'ticket' : 'dispute'} ${id}`)
    }
    const linesOf = async (query: string) => {
      const { content, next } = await inbox.list(query)
      const rest = next === undefined ? [] : (await inbox.list(`${query}&cursor=${next}`)).content
      return { first: content.length, lines: [...content, ...rest] }
    }
    const all = await linesOf(`partner=${partner}`)
    expect(all.first).toBe(50)
    expect(all.lines.map(({ kind, id }) => `${kind} ${id}`).toSorted()).toEqual(sent.toSorted())
    expect(all.lines.map(({ since }) => since)).toEqual(
      all.lines.map(({ since }) => since).toSorted((one, other) => one - other),
    )
    const newest = await linesOf(`partner=${partner}&state=all`)
    expect(newest.lines).toEqual(all.lines.toReversed())
    const only = await linesOf(`partner=${partner}&kind=dispute`)
    expect(only.lines.map(({ id }) => `dispute ${id}`)).toEqual(
      sent.filter((name) => name.startsWith('dispute')),
    )
    expect(await inbox.ids(`partner=${partner}&kind=dispute&type=1`)).toEqual([])
    expect(await inbox.ids(`partner=${partner}&kind=dispute&handOver=received`)).toEqual([])
  })

  test('INB-001 a dispute waits, is answered while the partner is asked, waits again, and is closed; its words find it', async () => {
    const { core, clock } = inbox.desk
    const id = await storeDispute(core, partner)
    while (await findWords(core));
    const line = async (query = 'state=all') =>
      (await inbox.list(`kind=dispute&partner=${partner}&${query}`)).content.find(
        (one) => one.id === id,
      )
    const openedAt = clock.now
    expect(await line()).toEqual({
      kind: 'dispute',
      id,
      type: null,
      partner: {
        id: partner,
        firstName: `First${partner}`,
        lastName: `Last${partner}`,
        country: 'DE',
      },
      language: 'en',
      state: 'WAITING',
      since: openedAt,
      createdAt: openedAt,
      assignee: null,
      text: 'Why is it so late?',
      handOver: null,
    })
    const act = (what: string, body: object) =>
      inbox.desk.as(inbox.one, 'POST', `disputes/${id}/${what}`, body)
    await act('take', { version: 1, isTakenOver: false })
    expect(await line('assignee=me')).toMatchObject({ assignee: 'one@example.com' })
    expect(await line('assignee=none')).toBe(undefined)
    clock.now += 1_000
    await act('question', { version: 2, text: 'Which invoice?' })
    expect(await line()).toMatchObject({ state: 'ANSWERED', since: clock.now })
    clock.now += 1_000
    await replyToQuestion(core, { id, partnerId: partner, text: 'The yellow one' })
    expect(await line('state=WAITING')).toMatchObject({ since: clock.now, createdAt: openedAt })
    await act('note', { version: 4, text: 'gossip' })
    clock.now += 1_000
    await act('answer', { version: 4, text: 'It is paid on Żółw day' })
    expect(await line('state=CLOSED')).toMatchObject({ state: 'CLOSED', since: clock.now })
    expect(await line('state=open')).toBe(undefined)
    for (const words of ['late', 'invoice', 'yellow', 'zolw']) {
      expect(await line(`state=all&search=${words}`), words).toMatchObject({ id })
    }
    expect(await line('state=all&search=gossip')).toBe(undefined)
  })

  test('INB-007 a dispute is started from a ticket with the text of the partner, once', async () => {
    const { core } = inbox.desk
    const bonus = {
      partnerId: partner,
      account: 'CASH',
      direction: 'credit',
      amount: '1',
      kind: 'goodwill',
      reason: 'A present.',
    } as const
    await adjust(core, [bonus, bonus])
    const [first, second] = await core.database.read
      .selectFrom('adjustments')
      .select('id')
      .where('partnerId', '=', partner)
      .orderBy('id')
      .execute()
    const id = await inbox.write(partner, 'The present is too small.')
    const start = (ticket: number, body: object, by = inbox.one) =>
      inbox.act(ticket, 'dispute', { version: 1, ...body }, by)
    const foreign = await inbox.write(partner === 1 ? 2 : 1, 'Mine')
    expect((await start(foreign, { adjustmentId: first!.id })).code).toBe('not_found')
    expect((await start(id, {})).code).toBe('validation_error')
    const both = { adjustmentId: first!.id, rankId: 1 }
    expect((await start(id, both)).code).toBe('validation_error')
    const { data } = await start(id, { adjustmentId: first!.id })
    expect(data).toMatchObject({ version: 2, assignee: 'one@example.com', state: 'WAITING' })
    const dispute = (await inbox.desk.as(inbox.one, 'GET', `disputes/${data.disputeId}`)).data
    expect(dispute).toMatchObject({
      partnerId: partner,
      thing: { kind: 'adjustment', adjustmentId: first!.id },
      isAsSeen: true,
      entries: [{ kind: 'opened', by: null, text: 'The present is too small.' }],
    })
    const again = await start(id, { version: 2, adjustmentId: second!.id })
    expect(again).toMatchObject({ code: 'not_unique' })
    expect(again.body.errors[0].errors).toEqual([String(data.disputeId)])
    const other = await inbox.write(partner, 'Once more')
    const same = await start(other, { adjustmentId: first!.id })
    expect(same.code).toBe('not_unique')
    expect((await start(other, { version: 2, adjustmentId: second!.id })).code).toBe(
      'changed_meanwhile',
    )
    await inbox.act(other, 'take', { version: 1 })
    expect((await start(other, { version: 2, adjustmentId: second!.id }, inbox.two)).code).toBe(
      'already_taken',
    )
    expect((await inbox.read(other)).disputeId).toBe(null)
  })

  test('INB-001 filters: state, type, language, assignee', async () => {
    const general = await inbox.write(partner, 'One')
    const access = await inbox.write(partner, 'Two', TICKET_TYPES.access)
    const ids = (query: string) => inbox.ids(`partner=${partner}&${query}`)
    expect(await ids(`type=${TICKET_TYPES.access}`)).toEqual([access])
    expect(await ids('language=en')).toEqual([general, access])
    expect(await ids('language=ja')).toEqual([])
    await inbox.act(general, 'take', { version: 1 })
    expect(await ids('assignee=me')).toEqual([general])
    expect(await ids('assignee=none')).toEqual([access])
    expect(await ids(`assignee=${await inbox.desk.idOf('two@example.com')}`)).toEqual([])
    await inbox.act(general, 'close', { version: 2, reason: 'asked by telephone' })
    expect(await ids('state=open')).toEqual([access])
    expect(await ids('state=CLOSED')).toEqual([general])
    expect(await ids('state=all')).toEqual([access, general])
  })

  test('INB-001 a search finds words of comments, replies and answers, and only whole words', async () => {
    const id = await inbox.write(partner, 'Żółw: my payout-address "bc1q" is gone')
    const other = await inbox.write(partner, 'Nothing about it')
    const find = (text: string) =>
      inbox.ids(`state=all&partner=${partner}&search=${encodeURIComponent(text)}`)
    expect(await find('zolw')).toEqual([id])
    expect(await find('BC1Q gone')).toEqual([id])
    expect(await find('bc1')).toEqual([])
    expect(await find('gone nothing')).toEqual([])
    await inbox.act(id, 'answer', { version: 1, text: 'Please look at 我的奖金' })
    expect(await find('奖金')).toEqual([id])
    await replyToTicket(inbox.desk.core, partner, { id, text: 'Danke, gefunden' })
    expect(await find('gefunden')).toEqual([id])
    expect(await find('about')).toEqual([other])
  })

  test('INB-001 tickets of before the inbox are found once the job has read them', async () => {
    const id = await inbox.write(partner, 'An older question')
    await sql`update console.ticket_desks set words = '{}', words_made = false where ticket_id = ${id}`.execute(
      inbox.desk.core.database.read,
    )
    expect(await inbox.ids(`search=older&partner=${partner}`)).toEqual([])
    while (await findWords(inbox.desk.core));
    expect(await inbox.ids(`search=older&partner=${partner}`)).toEqual([id])
  })

  test('INB-002 an answer is stored once, shown to the partner without a name, and mailed once', async () => {
    const id = await inbox.write(partner, 'Why?')
    const text = 'Because <b>1</b> < 2.\nBye'
    const answered = await inbox.act(id, 'answer', { version: 1, text })
    expect(answered.data).toMatchObject({
      state: 'ANSWERED',
      assignee: 'one@example.com',
      answers: [{ by: 'one@example.com', text }],
    })
    // The answer was lost: the page sends the same again.
    expect((await inbox.act(id, 'answer', { version: 1, text })).code).toBe('changed_meanwhile')
    const own = await inbox.own(partner, id)
    expect(own.entries).toEqual([
      { id: expect.any(Number), at: inbox.desk.clock.now, from: 'support', text },
    ])
    expect(JSON.stringify(own)).not.toContain('one@example.com')

    const letters = (await mailed()).filter(({ letter }) => letter.userId === partner)
    expect(letters).toHaveLength(1)
    const { letter, id: once } = letters[0]!
    expect(once).toBe(`ticket-answer-${own.entries[0]!.id}`)
    expect(letter).toMatchObject({ userId: partner, to: `p${partner}@example.com` })
    expect(letter.text).toContain(text)
    expect(letter.text).toContain(`${OFFICE}/en/support`)
    expect(letter.html).toContain('&#60;b&#62;1&#60;/b&#62;')
    expect(letter.html).not.toContain('<b>1')
    expect(letter.text).not.toContain('one@example.com')
    expect(await mailed()).toEqual([])
  })

  test('INB-002 a mail that fails is sent again under the same id; without a confirmed address none is', async () => {
    const id = await inbox.write(partner, 'Why?')
    await inbox.act(id, 'answer', { version: 1, text: 'So' })
    const ids: (string | undefined)[] = []
    const failing = {
      send: async (_letter: Letter, once?: Once) => {
        ids.push(once?.id)
        throw new Error('killed')
      },
    }
    const post = { mail: failing, office: OFFICE }
    await expect(mailNextAnswer(inbox.desk.core, post)).rejects.toThrow('killed')
    await expect(mailNextAnswer(inbox.desk.core, post)).rejects.toThrow('killed')
    const [sent] = await mailed()
    expect([...ids, sent!.id]).toEqual(Array(3).fill(ids[0]))
    await sql`update passport.accounts set email_confirmed = false where user_id = ${partner}`.execute(
      inbox.desk.core.database.read,
    )
    const { version } = await inbox.read(id)
    await inbox.act(id, 'answer', { version, text: 'Once more' })
    expect(await mailed()).toEqual([])
    expect((await inbox.own(partner, id)).entries).toHaveLength(2)
  })

  test('INB-003 a reply opens the ticket again; nobody replies to the ticket of another partner', async () => {
    const id = await inbox.write(partner, 'Why?')
    await inbox.act(id, 'answer', { version: 1, text: 'So', isClosed: true })
    expect(await inbox.own(partner, id)).toMatchObject({ isClosed: true, mayReply: true })
    inbox.desk.clock.now += 1_000
    await replyToTicket(inbox.desk.core, partner, { id, text: 'Not so' })
    expect(await inbox.read(id)).toMatchObject({
      state: 'WAITING',
      since: inbox.desk.clock.now,
      answers: [{ by: 'one@example.com' }, { by: null, text: 'Not so' }],
    })
    // A further reply does not make the ticket younger.
    inbox.desk.clock.now += 1_000
    await replyToTicket(inbox.desk.core, partner, { id, text: 'Really' })
    expect((await inbox.read(id)).since).toBe(inbox.desk.clock.now - 1_000)
    const refusal = { code: 'not_found' }
    await expect(
      replyToTicket(inbox.desk.core, partner === 1 ? 2 : 1, { id, text: 'Me too' }),
    ).rejects.toMatchObject(refusal)
    await expect(
      replyToTicket(inbox.desk.core, partner, { id: 999_999, text: 'x' }),
    ).rejects.toMatchObject(refusal)
    await expect(replyToTicket(inbox.desk.core, partner, { id, text: '' })).rejects.toMatchObject({
      code: 'required',
      params: { field: 'text' },
    })
  })

  test('INB-003 replies are limited as tickets are', async () => {
    const id = await inbox.write(partner, 'Why?')
    await changeSettings(inbox.desk.core, { 'rateLimit.ticket': '2' })
    const reply = () => replyToTicket(inbox.desk.core, partner, { id, text: 'Hello' })
    await reply()
    await reply()
    await expect(reply()).rejects.toMatchObject({ code: 'too_many_requests' })
    inbox.desk.clock.now += 3_600_000
    await reply()
    await changeSettings(inbox.desk.core, { 'rateLimit.ticket': '0' })
  })

  test('INB-004 who takes a ticket keeps it: others get already_taken with the name until they take it over', async () => {
    const id = await inbox.write(partner, 'Why?')
    await inbox.act(id, 'take', { version: 1 })
    const taken = await inbox.act(id, 'take', { version: 1 }, inbox.two)
    expect(taken.code).toBe('already_taken')
    expect(taken.body.errors[0].errors).toEqual(['one@example.com'])
    const answer = await inbox.act(id, 'answer', { version: 2, text: 'So' }, inbox.two)
    expect(answer.code).toBe('already_taken')
    const over = await inbox.act(id, 'take', { version: 2, takeOver: true }, inbox.two)
    expect(over.data).toMatchObject({ assignee: 'two@example.com', version: 3 })
    const late = await inbox.act(id, 'answer', { version: 2, text: 'So' })
    expect(late.code).toBe('already_taken')
    await inbox.act(id, 'answer', { version: 3, text: 'So' }, inbox.two)
    const again = await inbox.act(id, 'answer', { version: 3, text: 'So' }, inbox.two)
    expect(again).toMatchObject({ code: 'changed_meanwhile' })
    expect(again.body.errors[0].errors).toEqual(['It is ANSWERED.', 'two@example.com'])
  })

  test('INB-004 a ticket is given to an operator who may answer, or to nobody', async () => {
    const id = await inbox.write(partner, 'Why?')
    const two = await inbox.desk.idOf('two@example.com')
    const given = await inbox.act(id, 'assign', { version: 1, operatorId: two })
    expect(given.data).toMatchObject({ assignee: 'two@example.com', version: 2 })
    expect((await inbox.act(id, 'assign', { version: 1, operatorId: null })).code).toBe(
      'changed_meanwhile',
    )
    const nobody = await inbox.act(id, 'assign', { version: 2, operatorId: null })
    expect(nobody.data.assignee).toBe(null)
    await inbox.desk.link(`v${partner}-${inbox.desk.clock.now}@example.com`, ['viewer'])
    const viewer = await inbox.desk.idOf(`v${partner}-${inbox.desk.clock.now}@example.com`)
    expect(await inbox.act(id, 'assign', { version: 3, operatorId: viewer })).toMatchObject({
      code: 'not_found',
    })
  })

  test('PTR-011 INB-004 a note at a ticket is for operators: the ticket stays as it is, and every note has been read', async () => {
    const id = await inbox.write(partner, 'Why?')
    await inbox.act(id, 'take', { version: 1 })
    const before = await inbox.read(id)
    const seen = await inbox.own(partner, id)
    const noted = await inbox.act(
      id,
      'note',
      { version: 2, text: ' Ask finance {amount}. ' },
      inbox.two,
    )
    expect(noted.data).toEqual({ ...before, version: 3, notes: [expect.any(Object)] })
    expect(noted.data.notes[0]).toMatchObject({
      at: inbox.desk.clock.now,
      author: { email: inbox.two.email },
      text: 'Ask finance {amount}.',
      ticketId: id,
      isForPartner: false,
      struck: null,
    })
    const unread = await inbox.act(id, 'answer', { version: 2, text: 'So' })
    expect(unread).toMatchObject({ code: 'changed_meanwhile' })
    expect(await mailed()).toEqual([])
    expect(await inbox.own(partner, id)).toEqual(seen)
    expect(await inbox.ids(`state=all&search=finance`)).not.toContain(id)
    for (const text of ['  ', 'x'.repeat(4_001)]) {
      const refused = await inbox.act(id, 'note', { version: 3, text })
      expect(refused.body.errors[0]).toMatchObject({ fieldName: 'text' })
    }
    expect((await inbox.act(999_999, 'note', { version: 1, text: 'So' })).code).toBe('not_found')
  })

  test('PTR-011 a note at a ticket stands among the notes of the partner, is struck out there, and cannot be for the partner', async () => {
    const id = await inbox.write(partner, 'Why?')
    const { data } = await inbox.act(id, 'note', { version: 1, text: 'Called.' })
    const [note] = data.notes
    const path = `partners/${partner}/notes`
    expect((await inbox.desk.as(inbox.one, 'GET', path)).data.content).toEqual([note])
    const strike = { reason: 'that was another partner' }
    await inbox.desk.as(inbox.one, 'POST', `${path}/${note.id}/strike`, strike)
    expect((await inbox.read(id)).notes).toMatchObject([{ text: 'Called.', struck: strike }])
    const change = sql`
      insert into console.partner_notes (partner_id, at, operator_id, text, for_partner, ticket_id)
      select partner_id, at, operator_id, text, true, ticket_id from console.partner_notes where id = ${note.id}`
    await expect(change.execute(inbox.desk.core.database.read)).rejects.toThrow(
      'partner_notes_ticket',
    )
  })

  test('INB-005 an open placeholder stops an answer and is named', async () => {
    const id = await inbox.write(partner, 'Why?')
    const text = 'Hello {firstName}, {amount} for {ticket}'
    const answer = await inbox.act(id, 'answer', { version: 1, text })
    expect(answer.code).toBe('required')
    expect(answer.body.errors[0].errors).toEqual([
      '{firstName} has no value.',
      '{amount} has no value.',
      '{ticket} has no value.',
    ])
    expect((await inbox.read(id)).answers).toEqual([])
  })

  test('INB-005 templates are added, changed and removed; names are unique for each use', async () => {
    const { desk, one } = inbox
    const name = `Greeting ${partner} ${desk.clock.now}`
    const body = {
      use: 'TICKET',
      name,
      texts: { en: 'Hello {firstName}', de: 'Hallo {firstName}' },
    }
    const added = await desk.as(one, 'POST', 'inbox/templates', body)
    expect(added.data).toMatchObject({ ...body, version: 1, changedBy: 'one@example.com' })
    expect((await desk.as(one, 'POST', 'inbox/templates', body)).code).toBe('not_unique')
    const document = { ...body, use: 'DOCUMENT' }
    expect((await desk.as(one, 'POST', 'inbox/templates', document)).code).toBe(undefined)
    const unknown = { ...body, name: 'Other', texts: { en: '{lastName}' } }
    expect((await desk.as(one, 'POST', 'inbox/templates', unknown)).code).toBe('validation_error')
    const { id } = added.data
    const change = { version: 1, name, texts: { en: 'Hi' } }
    expect((await desk.as(one, 'PUT', `inbox/templates/${id}`, change)).data.version).toBe(2)
    expect((await desk.as(one, 'PUT', `inbox/templates/${id}`, change)).code).toBe(
      'changed_meanwhile',
    )
    expect((await desk.as(one, 'DELETE', `inbox/templates/${id}`)).code).toBe(undefined)
    expect((await desk.as(one, 'DELETE', `inbox/templates/${id}`)).code).toBe('not_found')
  })

  test('INB-007 the state of the partner stands beside a ticket, and equals the tables', async () => {
    const id = await inbox.write(partner, 'Why?')
    const other = await inbox.write(partner, 'And why that?')
    const { data } = await inbox.desk.as(inbox.one, 'GET', `inbox/${id}/partner`)
    expect(data).toEqual({
      rang: null,
      isBlocked: false,
      balances: [],
      payouts: [],
      tickets: [
        {
          id: other,
          type: 1,
          state: 'WAITING',
          createdAt: inbox.desk.clock.now,
          text: 'And why that?',
        },
      ],
    })
    await inbox.desk.run(`partner block ${partner} --reason test`)
    const blocked = await inbox.desk.as(inbox.one, 'GET', `inbox/${id}/partner`)
    expect(blocked.data.isBlocked).toBe(true)
  })

  test('INB-008 with a help desk nothing is answered here, and the hand-over is shown', async () => {
    const id = await inbox.write(partner, 'Why?')
    await changeSettings(inbox.desk.core, { helpDeskUrl: 'http://127.0.0.1:1/tickets' })
    const acts = [
      ['take', {}],
      ['assign', { operatorId: null }],
      ['answer', { text: 'So' }],
      ['note', { text: 'So' }],
      ['close', { reason: 'done' }],
      ['join', { into: 1 }],
    ] as const
    for (const [what, body] of acts) {
      const answer = await inbox.act(id, what, { version: 1, ...body })
      expect(answer, what).toMatchObject({ code: 'validation_error' })
      expect(answer.body.errors[0].fieldName, what).toBe('helpDeskUrl')
    }
    expect((await inbox.list()).helpDesk).toBe(true)
    expect(await inbox.read(id)).toMatchObject({ helpDesk: true, version: 1, handOver: 'received' })
    expect(await inbox.own(partner, id)).toMatchObject({ mayReply: false })
    await expect(replyToTicket(inbox.desk.core, partner, { id, text: 'So' })).rejects.toMatchObject(
      { code: 'not_found' },
    )
    await changeSettings(inbox.desk.core, { helpDeskUrl: null })
  })

  test('INB-009 a ticket is closed without an answer for a reason, and no mail is owed', async () => {
    const id = await inbox.write(partner, 'Why?')
    expect((await inbox.act(id, 'close', { version: 1, reason: ' ' })).code).toBe('required')
    const closed = await inbox.act(id, 'close', { version: 1, reason: 'solved by telephone' })
    expect(closed.data).toMatchObject({ state: 'CLOSED', closeReason: 'solved by telephone' })
    expect(await mailed()).toEqual([])
    // The reason is for operators.
    expect(JSON.stringify(await inbox.own(partner, id))).not.toContain('telephone')
  })

  test('INB-009 duplicates are joined: only to an own ticket of the partner that is not joined itself', async () => {
    const [first, second, third] = [
      await inbox.write(partner, 'One'),
      await inbox.write(partner, 'Two'),
      await inbox.write(partner, 'Three'),
    ]
    const foreign = await inbox.write(partner === 1 ? 2 : 1, 'Another')
    const join = (id: number, version: number, into: number) =>
      inbox.act(id, 'join', { version, into })
    expect((await join(first, 1, first)).code).toBe('validation_error')
    expect((await join(first, 1, foreign)).code).toBe('not_found')
    expect((await join(second, 1, third)).data).toMatchObject({
      state: 'CLOSED',
      joinedInto: third,
    })
    expect((await join(first, 1, second)).code).toBe('validation_error')
    expect((await join(third, 1, first)).code).toBe(undefined)
    expect(await inbox.read(first)).toMatchObject({ repeats: [second, third] })
    expect(await inbox.own(partner, second)).toMatchObject({ isClosed: true, mayReply: false })
    expect((await inbox.act(second, 'answer', { version: 3, text: 'So' })).code).toBe(
      'validation_error',
    )
  })

  test('INB-009 only the erasure of the partner deletes tickets, and with them their answers', async () => {
    const id = await inbox.write(partner, 'My secret canary')
    await inbox.act(id, 'answer', { version: 1, text: 'The canary sings' })
    await replyToTicket(inbox.desk.core, partner, { id, text: 'canary' })
    const { version } = await inbox.read(id)
    const noted = await inbox.act(id, 'note', { version, text: 'A canary for operators' })
    expect(noted.code).toBe(undefined)
    let held = ''
    for await (const part of exportPartner(inbox.desk.core, partner)) held += part
    expect(held).toContain('The canary sings')
    expect(held).not.toContain('for operators')
    await erasePartner(inbox.desk.core, partner)
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from console.ticket_answers where ticket_id = ${id})
        + (select count(*) from console.ticket_desks where ticket_id = ${id})
        + (select count(*) from console.partner_notes where partner_id = ${partner})
        + (select count(*) from audit_log where arguments::text like '%canary%') as left`.execute(
      inbox.desk.core.database.read,
    )
    expect(rows[0]!.left).toBe(0)
  })
})

onPostgres('races in the inbox', (newDatabase) => {
  let inbox: Inbox
  beforeAll(async () => {
    inbox = await Inbox.open(await OperatorsDesk.open(await newDatabase()))
  })

  test('INB-004 of answers and takings at the same time one counts, and no mail is owed twice', async () => {
    for (let round = 0; round < 30; round += 1) {
      if (round % 10 === 0) await inbox.signIn()
      const id = await inbox.write(1, `Question ${round}`)
      const done = await Promise.all([
        inbox.act(id, 'answer', { version: 1, text: 'One' }),
        inbox.act(id, 'answer', { version: 1, text: 'Two' }, inbox.two),
        inbox.act(id, 'take', { version: 1 }, inbox.two),
        inbox.act(id, 'close', { version: 1, reason: 'closed' }),
      ])
      const codes = done.map(({ code }) => code)
      expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(codes.filter((code) => code === undefined)).toHaveLength(1)
      for (const code of codes)
        expect([undefined, 'already_taken', 'changed_meanwhile']).toContain(code)
      expect((await inbox.read(id)).version).toBe(2)
      expect((await inbox.read(id)).answers.length).toBeLessThan(2)
    }
  })

  test('PTR-011 INB-003 notes and replies at the same time wait for each other in one order, and all of them stand', async () => {
    let stored = 0
    for (let round = 0; round < 20; round += 1) {
      if (round % 10 === 0) await inbox.signIn()
      const id = await inbox.write(1, `Noted ${round}`)
      const note = (by: Browser) => inbox.act(id, 'note', { version: 1, text: 'Noted' }, by)
      const reply = () => replyToTicket(inbox.desk.core, 1, { id, text: 'Replied' })
      const noting = [note(inbox.one), note(inbox.two)]
      // The calls pass sessions and roles first: replies come while they wait for the rows.
      await wait(round)
      await Promise.all([reply(), reply()])
      const codes = (await Promise.all(noting)).map(({ code }) => code)
      const { notes, answers } = await inbox.read(id)
      expect(codes.filter((code) => code === 'changed_meanwhile')).toHaveLength(2 - notes.length)
      expect(codes.filter((code) => code === undefined)).toHaveLength(notes.length)
      expect(answers).toHaveLength(2)
      stored += notes.length
    }
    expect(stored).toBeGreaterThan(0)
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(
      inbox.desk.core.database.read,
    )
    expect(rows).toEqual([{ deadlocks: 0 }])
  })

  test('INB-009 two operators who join both ways neither wait for ever nor make a circle', async () => {
    await inbox.signIn()
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = [await inbox.write(2, 'One'), await inbox.write(2, 'Two')]
      const done = await Promise.all([
        inbox.act(one, 'join', { version: 1, into: two }),
        inbox.act(two, 'join', { version: 1, into: one }, inbox.two),
      ])
      expect(done.filter(({ code }) => code === undefined)).toHaveLength(1)
    }
  })
})
