// Documents in review: what the console shows of them, who may open their files, and what a decision does.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'

import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { importPartners } from '../business/partners/import-partners.ts'
import type { Core } from '../core/core.ts'
import { digestNextDocument } from '../passport/accounts/reviewed-documents.ts'
import type { Passport } from '../passport/passport.ts'
import type { Session } from '../passport/tokens/sessions.ts'
import { sendDocument } from '../passport/verifications/send-document.ts'
import { asUpload } from '../testing/core.ts'
import { onPostgres } from '../testing/databases.ts'
import { partnersText } from '../testing/network-files.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import { pngChunk, samplePdf } from '../testing/sample-files.ts'

/** A PNG of 2 x 1 pixels, one red and one that nothing covers, with a text that no picture shows. */
function smallPng(secret: string): Buffer {
  const head = Buffer.from([0, 0, 0, 2, 0, 0, 0, 1, 8, 6, 0, 0, 0])
  const pixels = deflateSync(Buffer.from([0, 255, 0, 0, 255, 0, 0, 0, 0]))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('tEXt', Buffer.from(`Comment\0${secret}`)),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const directory = mkdtempSync(join(tmpdir(), 'documents-'))
let files = 0

/** Sends a document in as its partner does, without the call around it. */
async function send(
  core: Core,
  userId: number,
  {
    type = 'PASSPORT',
    fields,
    bytes,
  }: { type?: 'PASSPORT' | 'ADDRESS'; fields: object; bytes: Buffer },
): Promise<number> {
  const path = join(directory, String((files += 1)))
  writeFileSync(path, bytes)
  const passport = { core, business: { setting: async () => '0' } } as unknown as Passport
  const sent = { documentType: type, fields, files: [{ name: 'scan.bin', path }] } as const
  await sendDocument(passport, { userId } as Session, sent)
  const { id } = await core.database.read
    .selectFrom('passport.verifications')
    .select('id')
    .where('userId', '=', userId)
    .where('documentType', '=', type)
    .executeTakeFirstOrThrow()
  return id
}

const ADA = { name: 'Ada', surname: 'Byron' }

onPostgres('documents of the console', (newDatabase) => {
  let desk: OperatorsDesk
  let support: Browser
  let other: Browser
  let partner = 0
  beforeAll(async () => {
    desk = await OperatorsDesk.open(await newDatabase())
    const pairs = Array.from({ length: 40 }, (_, at) => [at + 1, at === 0 ? null : 1] as const)
    await importPartners(desk.core, asUpload(partnersText(pairs)))
    support = await desk.operator('su@example.com', 'support')
    other = await desk.operator('ot@example.com', 'admin')
  })
  beforeEach(async () => {
    support = await desk.signIn(support)
    partner += 1
  })

  const core = () => desk.core
  const get = (path: string, by = support) => desk.as(by, 'GET', path)
  const listed = async (query = '') => (await get(`documents?${query}`)).data.content
  const shown = async (id: number, by = support) => (await get(`documents/${id}`, by)).data
  const decide = (id: number, what: 'approve' | 'reject', body: object, by = support) =>
    desk.as(by, 'POST', `documents/${id}/${what}`, body)
  const open = (address: string, by: Pick<Browser, 'cookie'> = support) =>
    desk.app.inject({ url: address, headers: { host: 'localhost:3002', cookie: by.cookie } })

  test('DOC-001 documents in review are listed oldest first, with type, partner and country', async () => {
    const first = await send(core(), partner, { fields: ADA, bytes: samplePdf('% 1') })
    desk.clock.now += 1_000
    const fields = { address1: '1 Main St', city: 'Cork', country: 'IE', zip: 'T12' }
    const second = await send(core(), partner, { type: 'ADDRESS', fields, bytes: samplePdf('% 2') })
    const rows = await listed()
    expect(rows.slice(-2)).toEqual([
      {
        id: first,
        type: 'PASSPORT',
        partner: {
          id: partner,
          firstName: `First${partner}`,
          lastName: `Last${partner}`,
          country: 'DE',
        },
        state: 'PENDING',
        at: desk.clock.now - 1_000,
        tries: 1,
        changed: [],
        viewers: [],
      },
      expect.objectContaining({ id: second, type: 'ADDRESS' }),
    ])
    expect((await listed('type=ADDRESS')).map(({ id }: { id: number }) => id)).toEqual([second])
    expect(await listed('partner=40')).toEqual([])
    expect((await get('documents?state=NONE')).code).toBe('validation_error')
  })

  test('DOC-001 a document that was sent again names what has changed and why it was rejected', async () => {
    const first = await send(core(), partner, {
      fields: { name: 'Ada', surname: 'Biron' },
      bytes: samplePdf(),
    })
    const { version } = await shown(first)
    await decide(first, 'reject', { version, reason: 'The name differs.' })
    const again = await send(core(), partner, { fields: ADA, bytes: samplePdf() })
    expect((await listed(`partner=${partner}`))[0]).toMatchObject({
      id: again,
      tries: 2,
      changed: [{ field: 'surname', before: 'Biron', after: 'Byron' }],
    })
    expect((await shown(again)).former).toEqual({ reason: 'The name differs.', at: desk.clock.now })
  })

  test('DOC-001 DOC-002 opening a file tells others who looks, for 5 minutes, and is one audit entry', async () => {
    const id = await send(core(), partner, { fields: ADA, bytes: samplePdf() })
    const [file] = (await shown(id)).files
    const last = (await desk.entriesSince()).at(-1)!.id
    expect((await open(file.addresses.pdf)).statusCode).toBe(200)
    const entries = await desk.entriesSince(last)
    expect(entries).toEqual([
      expect.objectContaining({
        actor: 'su@example.com',
        command: 'document file show',
        details: { object: `document ${id}`, partnerId: partner, file: `document-${file.id}` },
      }),
    ])
    other = await desk.signIn(other)
    const viewers = async (by: Browser) => (await shown(id, by)).viewers
    expect(await viewers(other)).toEqual(['su@example.com'])
    expect(await viewers(support)).toEqual([])
    desk.clock.now += 5 * 60_000
    expect(await viewers(other)).toEqual([])
  })

  test('DOC-002 fields stand beside the values of the profile', async () => {
    const id = await send(core(), partner, { fields: ADA, bytes: samplePdf() })
    expect((await shown(id)).fields).toEqual([
      { field: 'name', sent: 'Ada', profile: `First${partner}` },
      { field: 'surname', sent: 'Byron', profile: `Last${partner}` },
    ])
    expect((await get('documents/999999')).code).toBe('not_found')
  })

  test('DOC-002 INB-006 a picture is encoded anew: nothing of the file but its pixels is shown', async () => {
    const id = await send(core(), partner, { fields: ADA, bytes: smallPng('<script>') })
    const { addresses } = (await shown(id)).files[0]
    expect(addresses.pdf).toBe(null)
    const picture = await open(addresses.picture)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(picture.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(picture.rawPayload.includes('<script>')).toBe(false)
    const original = await open(addresses.original)
    expect(original.headers['content-type']).toBe('application/octet-stream')
    expect(original.headers['content-disposition']).toBe(
      `attachment; filename="document-${id}.png"`,
    )
  })

  test('INB-006 a picture that cannot be decoded is refused, not passed on', async () => {
    const id = await send(core(), partner, { fields: ADA, bytes: smallPng('a') })
    const { addresses, id: file } = (await shown(id)).files[0]
    await sql`
      update passport.document_parts set sealed_part = ${desk.core.passwords.sealBytes(
        `document ${file} part 0`,
        Buffer.from('<html><script>alert(1)</script>'),
      )} where document_id = ${file}`.execute(desk.core.database.read)
    const answer = await open(addresses.picture)
    expect(answer.json()).toMatchObject({ state: 'error', errors: [{ code: 'validation_fail' }] })
  })

  test('DOC-005 an address works for one session and 5 minutes, with the role', async () => {
    const id = await send(core(), partner, { fields: ADA, bytes: samplePdf() })
    const { pdf } = (await shown(id)).files[0].addresses
    const begun = desk.clock.now
    other = await desk.signIn(other)
    const refused = (answer: { json: () => { errors: { code: string }[] } }) =>
      answer.json().errors[0]!.code
    expect(refused(await open(pdf, other))).toBe('not_found')
    expect(refused(await open(pdf, { cookie: '' }))).toBe('invalid_token')
    const [, tail] = /\?(.*)$/.exec(pdf)!
    const { id: file } = (await shown(id)).files[0]
    expect(refused(await open(`/console/v1/files/document-${file + 1}/pdf?${tail}`))).toBe(
      'not_found',
    )
    expect(refused(await open(`/console/v1/files/document-${file}/original?${tail}`))).toBe(
      'not_found',
    )
    expect(refused(await open(pdf.replace(/until=\d+/, `until=${begun + 9_999_999}`)))).toBe(
      'not_found',
    )
    desk.clock.now = begun + 5 * 60_000 - 1
    const last = await open(pdf)
    expect([last.statusCode, last.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(last.headers['content-type']).toBe('application/pdf')
    desk.clock.now = begun + 5 * 60_000
    expect(refused(await open(pdf))).toBe('not_found')
  })

  test('DOC-005 without the role neither the list, nor a document, nor its file is reachable', async () => {
    const id = await send(core(), partner, { fields: ADA, bytes: samplePdf() })
    const finance = await desk.operator(`fi${partner}@example.com`, 'finance')
    for (const path of ['documents', `documents/${id}`]) {
      expect(await get(path, finance)).toMatchObject({ status: 403, code: 'access_denied' })
    }
    // The role is looked at again when an address is opened.
    support = await desk.signIn(support)
    const { pdf } = (await shown(id)).files[0].addresses
    await desk.run('operator roles su@example.com --role finance')
    expect((await open(pdf)).json().errors[0].code).toBe('not_found')
    await desk.run('operator roles su@example.com --role support')
    expect((await open(pdf)).statusCode).toBe(200)
  })

  test('DOC-003 approving and rejecting have the effect of the commands', async () => {
    const state = (id: number) =>
      sql`select v.status, v.fields, v.reason, v.was_approved, v.version,
        (select count(*) from passport.documents where verification_id = v.id) as files,
        (select kind from passport.notices where user_id = v.user_id order by id desc limit 1) as notice
        from passport.verifications v where id = ${id}`.execute(desk.core.database.read)
    const [byPage, byCommand] = [partner, (partner += 1)]
    const page = await send(core(), byPage, { fields: ADA, bytes: samplePdf() })
    const command = await send(core(), byCommand, { fields: ADA, bytes: samplePdf() })
    const same = async () => expect((await state(page)).rows).toEqual((await state(command)).rows)

    expect((await decide(page, 'approve', { version: 1 })).data).toMatchObject({
      state: 'APPROVED',
    })
    await desk.run(`verifications approve ${command}`)
    await same()
    const last = (await desk.entriesSince()).at(-1)!
    await decide(page, 'reject', { version: 2, reason: 'blurred' })
    await desk.run(`verifications reject ${command} --reason blurred`)
    await same()
    const [entry] = await desk.entriesSince(last.id)
    expect(entry).toMatchObject({ actor: 'su@example.com', command: 'verifications reject' })
    expect((await decide(page, 'reject', { version: 3, reason: ' ' })).code).toBe('required')
  })

  test('DOC-003 a document that was decided or sent again meanwhile answers changed_meanwhile', async () => {
    const id = await send(core(), partner, { fields: ADA, bytes: samplePdf() })
    await decide(id, 'reject', { version: 1, reason: 'blurred' })
    const decided = await decide(id, 'approve', { version: 1 })
    expect(decided).toMatchObject({ code: 'changed_meanwhile' })
    expect(decided.body.errors[0].errors).toEqual(['It is REJECTED.'])
    const again = await send(core(), partner, { fields: ADA, bytes: samplePdf() })
    expect((await decide(id, 'approve', { version: 2 })).code).toBe('changed_meanwhile')
    expect(await shown(again)).toMatchObject({ state: 'PENDING', version: 1 })
  })

  test('DOC-003 a new document and a decision on the old one at the same time: never the wrong one', async () => {
    for (let round = 0; round < 20; round += 1) {
      const userId = 40
      const read = core().database.read
      await sql`delete from passport.verifications where user_id = ${userId}`.execute(read)
      const old = await send(core(), userId, { fields: ADA, bytes: samplePdf() })
      await decide(old, 'reject', { version: 1, reason: 'blurred' })
      const [fresh, rejected] = await Promise.all([
        send(core(), userId, { fields: ADA, bytes: samplePdf() }),
        decide(old, 'approve', { version: 1 }),
      ])
      expect(rejected.code).toBe('changed_meanwhile')
      expect(await shown(fresh)).toMatchObject({ state: 'PENDING', version: 1, tries: 2 })
    }
  })

  test('DOC-003 of two decisions at the same time one counts', async () => {
    other = await desk.signIn(other)
    const id = await send(core(), partner, { fields: ADA, bytes: samplePdf() })
    const both = await Promise.all([
      decide(id, 'approve', { version: 1 }),
      decide(id, 'reject', { version: 1, reason: 'blurred' }, other),
    ])
    expect(both.map(({ code }) => code).toSorted()).toEqual(['changed_meanwhile', undefined])
  })

  describe('marks', () => {
    const marks = async (id: number) => (await shown(id)).marks
    const born = (id: number, day: string) =>
      sql`update partners set birthdate = ${day} where id = ${id}`.execute(desk.core.database.read)

    test('DOC-004 the same file of another partner is marked, another byte is not', async () => {
      const [one, two, three] = [partner, (partner += 1), (partner += 1)]
      const known = await send(core(), one, { fields: ADA, bytes: samplePdf('% same') })
      const same = await send(core(), two, { fields: ADA, bytes: samplePdf('% same') })
      const near = await send(core(), three, { fields: ADA, bytes: samplePdf('% sama') })
      expect(await marks(same)).toEqual([
        {
          kind: 'SAME_FILE',
          partner: { id: one, firstName: `First${one}`, lastName: `Last${one}`, country: 'DE' },
          documentId: known,
          state: 'PENDING',
        },
      ])
      expect(await marks(near)).toEqual([])
    })

    test('DOC-004 a file from before digests is found once the job has computed its digest', async () => {
      const [one, two] = [partner, (partner += 1)]
      await send(core(), one, { fields: ADA, bytes: samplePdf('% older') })
      await sql`update passport.documents set sha256 = null where user_id = ${one}`.execute(
        desk.core.database.read,
      )
      const same = await send(core(), two, { fields: ADA, bytes: samplePdf('% older') })
      expect(await marks(same)).toEqual([])
      while (await digestNextDocument(core()));
      expect(await marks(same)).toMatchObject([{ kind: 'SAME_FILE', partner: { id: one } }])
    })

    test('DOC-004 the same name and birth date in an approved document of another partner is marked', async () => {
      const [one, two, three] = [partner, (partner += 1), (partner += 1)]
      await born(one, '1991-03-14')
      await born(two, '1991-03-14')
      await born(three, '1991-03-15')
      const first = { name: 'Zoë Anne', surname: 'Miller' }
      const known = await send(core(), one, { fields: first, bytes: samplePdf('% 11') })
      const same = { name: 'MILLER', surname: 'zoe anne' }
      const asked = await send(core(), two, { fields: same, bytes: samplePdf('% 12') })
      const near = await send(core(), three, { fields: first, bytes: samplePdf('% 13') })
      // In review, a document proves nothing yet.
      expect(await marks(asked)).toEqual([])
      await decide(known, 'approve', { version: 1 })
      expect(await marks(asked)).toMatchObject([
        { kind: 'SAME_PERSON', partner: { id: one }, documentId: known, state: 'APPROVED' },
      ])
      expect(await marks(near)).toEqual([])
    })
  })
})
