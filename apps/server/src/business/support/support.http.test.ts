import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { TICKET_BONUSES, TICKET_TYPES } from '@partner-office/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Letter } from '../../mails/letter.ts'
import { onPostgres } from '../../testing/databases.ts'
import { PartnersService } from '../../testing/partners-service.ts'
import { pngChunk, sampleJpeg, samplePdf, samplePng } from '../../testing/sample-files.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { confirmNextTicket } from './confirm-tickets.ts'
import { handOverNext } from './hand-over-tickets.ts'
import { listTickets } from './read-tickets.ts'
import { sendTicket } from './send-ticket.ts'

const HOUR = 3_600_000
const PDF = samplePdf().toString('latin1')
const PNG = samplePng().toString('latin1')

type Fields = Readonly<Record<string, string>>
type Files = Readonly<Record<string, string | Buffer>>

function formOf(fields: Fields, files: Files = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, content] of Object.entries(files)) {
    const bytes = new Uint8Array(Buffer.from(content as string, 'latin1'))
    form.append('files', new Blob([bytes], { type: 'text/html' }), name)
  }
  return form
}

const general = (comment = 'Why?') => ({ formId: '1', type: '1', comment })

onPostgres('support', (newDatabase) => {
  let service: PartnersService
  let ada: string
  beforeAll(async () => {
    service = await PartnersService.open(await newDatabase())
    await changeSettings(service.core, { 'rateLimit.user': '0', 'rateLimit.ticket': '0' })
    ada = await service.signInAccepted(1)
  })
  afterAll(() => rmSync(service.core.uploads, { recursive: true, force: true }))

  const send = (fields: Fields, files?: Files) =>
    service.sendForm(ada, '/v1/support/tickets', formOf(fields, files))
  const latest = async () => (await service.get(ada, '/v1/support/tickets'))[0]
  const folders = () => {
    const directory = join(service.core.uploads, 'tickets')
    return existsSync(directory) ? readdirSync(directory) : []
  }

  test('SUP-002 SUP-004 SUP-014 SUP-015 SUP-016 API-013 ENT-016 a ticket of each type is stored', async () => {
    for (const type of Object.values(TICKET_TYPES)) {
      const more = { 2: { email: 'new@example.com' }, 3: { bonusType: 'rang_bonus' } }[
        type as 2 | 3
      ]
      const fields = { formId: String(type), type: String(type), comment: `Of ${type}`, ...more }
      const { body } = await send(fields, type === 1 ? { 'a.pdf': PDF, 'b.PNG': PNG } : {})
      expect(body.data).toEqual({ id: expect.any(Number) })
      expect(await latest()).toMatchObject({
        id: body.data.id,
        type,
        comment: `Of ${type}`,
        bonusType: type === 3 ? 'rang_bonus' : null,
        state: 'received',
        createdAt: service.clock.now,
        files:
          type === 1
            ? [
                { name: 'a.pdf', size: PDF.length },
                { name: 'b.PNG', size: PNG.length },
              ]
            : [],
      })
    }
    const listed = (await listTickets(service.core.database.read)).slice(-5)
    expect(listed.map(({ email }) => email)).toContain('new@example.com')
    const [folder] = folders()
    const path = join(service.core.uploads, 'tickets', folder!, '0')
    expect(readFileSync(path, 'utf8')).toBe(PDF)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('SUP-002 another type, or another form than the type, is refused', async () => {
    for (const type of ['4', '0', '01', '1.0', 'x', '']) {
      const { body } = await send({ formId: type, type, comment: 'Why?' })
      expect(body.errors.type, type).toBe(type === '' ? 'required' : 'validation_error')
    }
    expect((await send({ ...general(), formId: '2' })).body.errors).toEqual({
      formId: 'validation_error',
    })
  })

  test('SUP-005 SUP-006 SUP-007 SUP-008 SUP-009 each form says what is missing or wrong', async () => {
    expect((await send({ formId: '1', type: '1', comment: ' ' })).body).toEqual({
      state: 'error',
      data: null,
      errors: { comment: 'required' },
    })
    const access = { formId: '2', type: '2', comment: 'x' }
    expect((await send(access)).body.errors).toEqual({ email: 'required' })
    expect((await send({ ...access, email: 'no' })).body.errors).toEqual({ email: 'wrong_email' })
    const bonus = { formId: '3', type: '3', comment: 'x' }
    expect((await send(bonus)).body.errors).toEqual({ bonusType: 'required' })
    expect((await send({ ...bonus, bonusType: 'x' })).body.errors).toEqual({
      bonusType: 'validation_error',
    })
    for (const bonusType of TICKET_BONUSES) {
      expect((await send({ ...bonus, bonusType })).body.state).toBe('success')
      expect((await latest()).bonusType).toBe(bonusType)
    }
  })

  test('SUP-012 files of other kinds, names that repeat and too many files are refused; nothing is kept', async () => {
    const before = folders()
    const refused: Files[] = [
      { 'a.pdf': '<html><script>alert(1)</script>' },
      { 'a.svg': PDF },
      { 'a.html': PDF },
      { 'a.png': 'PK\x03\x04' },
      { 'a.pdf': '' },
      { 'a.pdf': `<html>${PDF}` },
      { 'a.pdf': PDF.slice(0, -20) },
      { 'a.pdf': samplePdf('<</S/JavaScript/JS(app.alert\\(1\\))>>') },
      { 'a.png': samplePng(20_000, 20_000) },
      { 'a.png': samplePng(100_000, 100_000) },
      { 'a.jpg': sampleJpeg(20_000, 20_000) },
      { 'a.pdf': PDF, 'A.PDF': PDF },
    ]
    for (const files of refused) {
      expect((await send(general(), files)).body.errors).toEqual({ files: 'validation_error' })
    }
    const six = Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`${at}.pdf`, PDF]))
    const { status, body } = await send(general(), six)
    expect({ status, errors: body.errors }).toEqual({
      status: 200,
      errors: { files: 'validation_error' },
    })
    expect(folders()).toEqual(before)
  })

  test('SUP-012 names are cleaned, and a file is never at the place that its name says', async () => {
    await send(general(), { '../../../a\u202egpj.pdf': PDF })
    expect((await latest()).files).toEqual([{ name: 'agpj.pdf', size: PDF.length }])
  })

  test('an image loses its metadata and what stands behind it', async () => {
    const place = pngChunk('eXIf', Buffer.from('52.5200 N 13.4050 E'))
    const tail = Buffer.from('PK\x03\x04')
    await send(general(), { 'a.png': Buffer.concat([samplePng(1, 1, place), tail]) })
    expect((await latest()).files).toEqual([{ name: 'a.png', size: PNG.length }])
    const { folder } = await service.core.database.read
      .selectFrom('tickets')
      .select('folder')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const stored = readFileSync(join(service.core.uploads, 'tickets', folder, '0'))
    expect(stored).toEqual(samplePng())
  })

  test('a file has less than 15,000,000 bytes', async () => {
    const of = (bytes: number) => samplePdf(Buffer.alloc(bytes - PDF.length, ' '))
    const sent = (bytes: number) => send(general(), { 'big.pdf': of(bytes) })
    expect(of(15_000_000)).toHaveLength(15_000_000)
    expect((await sent(15_000_000)).body.errors).toEqual({ files: 'validation_error' })
    expect((await sent(14_999_999)).body.state).toBe('success')
  })

  test('the files of one partner take at most 500,000,000 bytes together', async () => {
    const token = await service.signInAccepted(2)
    const sent = () =>
      service.sendForm(token, '/v1/support/tickets', formOf(general(), { 'a.pdf': PDF }))
    await sent()
    const { read } = service.core.database
    const newest = read.selectFrom('tickets').select('id').where('partnerId', '=', 2)
    const fillUpTo = (size: number) =>
      read.updateTable('ticketFiles').set({ size }).where('ticketId', 'in', newest).execute()
    await fillUpTo(500_000_000 - PDF.length)
    expect((await sent()).body.state).toBe('success')
    expect((await sent()).body.errors).toEqual({ files: 'validation_error' })
    expect((await send(general(), { 'a.pdf': PDF })).body.state).toBe('success')
  })

  test('tickets are stored in the turns of their senders', async () => {
    async function* parts() {
      const form = { formId: '1', type: '1', comment: 'In turn' }
      for (const [name, value] of Object.entries(form))
        yield { kind: 'field', name, value } as const
    }
    const before = await latest()
    const turn = Promise.withResolvers<void>()
    const groups: (string | undefined)[] = []
    const storing = {
      run: async <T>(task: () => Promise<T>, group?: string) => {
        groups.push(group)
        await turn.promise
        return task()
      },
    }
    const sent = sendTicket({ ...service.core, storing }, 1, parts())
    await expect.poll(() => groups).toEqual(['1'])
    expect(await latest()).toEqual(before)
    turn.resolve()
    const { id } = await sent
    expect(await latest()).toMatchObject({ comment: 'In turn', id })
  })

  test('5 tickets an hour; the sixth waits', async () => {
    service.clock.now += HOUR
    await changeSettings(service.core, { 'rateLimit.ticket': '5' })
    for (let count = 0; count < 5; count += 1) {
      expect((await send(general())).body.state).toBe('success')
      service.clock.now += 1_000
    }
    const { status, headers, body } = await send(general())
    expect({ status, ...body.errors }).toEqual({ status: 429, _common: 'too_many_requests' })
    expect(headers['retry-after']).toBe('3595')
    service.clock.now += 3_595_000 - 1
    expect((await send(general())).status).toBe(429)
    service.clock.now += 1
    expect((await send(general())).status).toBe(200)
    await changeSettings(service.core, { 'rateLimit.ticket': '0' })
  })

  test('a ticket is confirmed once by mail, to the own address of its sender', async () => {
    const { core, clock } = service
    const letters: Letter[] = []
    const mail = { send: async (letter: Letter) => void letters.push(letter) }
    const sendAll = async () => {
      while (await confirmNextTicket(core, { mail, office: 'https://office.test' }));
      return letters.splice(0)
    }
    await core.database.read.deleteFrom('tickets').execute()
    const comment = 'First line\n\n<b>second</b> {{link}}'
    const { body } = await send({ formId: '2', type: '2', comment, email: 'other@example.com' })
    clock.now += 60_000 - 1
    expect(await sendAll()).toEqual([])
    clock.now += 1
    const [letter, ...others] = await sendAll()
    expect(others).toEqual([])
    expect(letter).toMatchObject({
      to: 'ada@example.com',
      subject: `We have received your request ${body.data.id}`,
    })
    expect(letter!.text).toContain('First line\n\n<b>second</b> {{link}}\n\n')
    expect(letter!.html).not.toContain('<b>second')
    expect(letter!.text).toContain('https://office.test/en/support')
    expect(await sendAll()).toEqual([])
  })

  test('tickets of a partner are seen by that partner only', async () => {
    const bea = await service.signInAccepted(2)
    expect(await service.get(bea, '/v1/support/tickets')).toEqual([])
  })

  describe('with a help desk', () => {
    let desk: Server
    let status = 200
    const taken: { key: string | undefined; body: string; authorization: string | undefined }[] = []
    beforeAll(async () => {
      desk = createServer(async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        const { authorization, 'idempotency-key': key } = request.headers
        taken.push({
          authorization,
          key: key === undefined ? undefined : String(key),
          body: Buffer.concat(chunks).toString('latin1'),
        })
        response.writeHead(status).end()
      }).listen(0, '127.0.0.1')
      await once(desk, 'listening')
      const { port } = desk.address() as AddressInfo
      const helpDeskUrl = `http://office:p%40ss@127.0.0.1:${port}/tickets`
      await changeSettings(service.core, { helpDeskUrl })
    })
    beforeEach(() => {
      taken.length = 0
      status = 200
    })
    afterAll(async () => {
      await changeSettings(service.core, { helpDeskUrl: null })
      desk.close()
    })

    test('a ticket is handed over with its files, which the office then removes', async () => {
      const before = folders().length
      const { body } = await send(general('To the desk'), { 'a.pdf': PDF })
      expect(taken).toHaveLength(1)
      const [{ key, authorization, body: form }] = taken as [(typeof taken)[number]]
      expect(key).toBe(`ticket-${body.data.id}`)
      expect(authorization).toBe(`Basic ${Buffer.from('office:p@ss').toString('base64')}`)
      for (const part of ['To the desk', PDF, 'filename="a.pdf"']) expect(form).toContain(part)
      expect(await latest()).toMatchObject({ state: 'received', files: [{ name: 'a.pdf' }] })
      expect(folders()).toHaveLength(before)
    })

    test('SUP-019 a ticket that the help desk refuses for good is refused, and nothing is kept', async () => {
      const before = [await latest(), folders()]
      status = 422
      const { body } = await send(general('Refused'), { 'a.pdf': PDF })
      expect(body.errors).toEqual({ _common: 'zendesk_client_error' })
      expect([await latest(), folders()]).toEqual(before)
    })

    test('a help desk that is down only delays the hand-over, each time twice as long', async () => {
      status = 503
      const { body } = await send(general('Later'), { 'a.pdf': PDF })
      expect(body.state).toBe('success')
      expect(await latest()).toMatchObject({ state: 'waiting' })
      expect(await handOverNext(service.core)).toBe(false)
      service.clock.now += 60_000
      await expect(handOverNext(service.core)).rejects.toThrow('status 503')
      service.clock.now += 120_000 - 1
      expect(await handOverNext(service.core)).toBe(false)
      service.clock.now += 1
      status = 409
      expect(await handOverNext(service.core)).toBe(true)
      expect(await latest()).toMatchObject({ state: 'received' })
      expect(new Set(taken.map(({ key }) => key))).toEqual(new Set([`ticket-${body.data.id}`]))
    })

    test('a ticket that is refused later stays, marked as refused', async () => {
      status = 500
      await send(general('Refused later'))
      service.clock.now += 60_000
      status = 400
      expect(await handOverNext(service.core)).toBe(true)
      expect(await latest()).toMatchObject({ state: 'refused' })
    })
  })
})
