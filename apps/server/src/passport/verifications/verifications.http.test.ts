import { readdirSync } from 'node:fs'

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { emptyDirectory, onPostgres } from '../../testing/databases.ts'
import { TestIdentity } from '../../testing/identity.ts'
import { sampleJpeg, samplePdf, samplePng, sampleTiff } from '../../testing/sample-files.ts'
import { readVerifiedFields } from '../accounts/verified-fields.ts'

const PASSPORT = { name: 'Ada', surname: "O'Neil" }
const ADDRESS = { address1: '1 Main St', city: 'Cork', country: 'IE', zip: 'T12' }
const pending = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, { value, verified: false }]),
  )
const proven = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, { value, verified: true }]),
  )
const map = (errors: object) => ({ state: 'error', data: null, errors })

// Files on their way go to the system's temporary directory. Other test files run in the same process afterwards.
const directory = emptyDirectory()
vi.stubEnv('TMPDIR', directory)
afterAll(() => void vi.unstubAllEnvs())

onPostgres('verifications', (newDatabase) => {
  let identity: TestIdentity
  let token: string
  beforeAll(async () => {
    identity = await TestIdentity.open(await newDatabase())
  })
  beforeEach(async () => {
    await identity.startAgain()
    token = await identity.signIn()
  })

  const send = (type: string, sent: Parameters<TestIdentity['upload']>[2]) =>
    identity.upload(token, `/v1/verifications/${type}`, sent)
  const sendPassport = (...files: Buffer[]) =>
    send('PASSPORT', { fields: PASSPORT, files: files.map((bytes) => ({ bytes })) })
  const read = async (type: string) =>
    (await identity.as(token, 'GET', '/v1/verifications')).body.data.find(
      ({ documentType }: { documentType: string }) => documentType === type,
    )
  const idOf = async (userId: number) =>
    (
      await identity.core.database.read
        .selectFrom('passport.verifications')
        .select('id')
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow()
    ).id
  const stored = async () =>
    (await identity.core.database.read.selectFrom('passport.documents').selectAll().execute())
      .length

  test('API-040 VER-001 a document is sent in, shown to operators only, and approved', async () => {
    const sent = await send('PASSPORT', {
      fields: { ...PASSPORT, city: 'not asked for' },
      files: [
        { bytes: samplePng(), name: '../../front\u202E.png' },
        { bytes: sampleJpeg(), name: 'back.html' },
      ],
    })
    const review = { documentType: 'PASSPORT', status: 'PENDING', fields: pending(PASSPORT) }
    expect(sent.body.data).toEqual({ ...review, updatedAt: identity.clock.now })
    expect(await read('PASSPORT')).toEqual(sent.body.data)

    const id = await idOf(1)
    const list = (await identity.office('verifications list')).out.split('\n')
    expect(list[1]).toMatch(
      new RegExp(`^${id}\t1\tPASSPORT\tPENDING\t2\t.*\tname=Ada; surname=O'Neil\t$`),
    )
    const shown = await identity.office(`verifications show ${id}`)
    expect(shown.notes).toEqual([`front.png, ${samplePng().length} bytes; file 1 of 2`])
    expect(shown.bytes).toEqual(samplePng())
    expect((await identity.office(`verifications show ${id} --file 2`)).bytes).toEqual(sampleJpeg())
    expect(await identity.office(`verifications show ${id} --file 3`)).toMatchObject({
      exit: 1,
      notes: [`verification ${id} has 2 files, so none is number 3`],
    })

    expect((await identity.office(`verifications approve ${id}`)).out).toBe(
      `verification ${id} (PASSPORT of partner 1) is APPROVED\n`,
    )
    expect(await read('PASSPORT')).toMatchObject({ status: 'APPROVED', fields: proven(PASSPORT) })
    expect((await sendPassport(samplePdf())).body).toEqual(map({ documentType: 'validation_fail' }))
    expect(await identity.office('verifications approve 999999')).toMatchObject({
      exit: 1,
      notes: ['there is no verification 999999'],
    })
    const audit = (await identity.office('audit list')).out
    for (const command of ['verifications list', 'verifications show', 'verifications approve']) {
      expect(audit).toContain(`\tann\t${command}\t`)
    }
  })

  test('a rejected document loses its files, tells the reason and can be replaced', async () => {
    const large = samplePdf(Buffer.alloc(2_500_000, ' '))
    await sendPassport(large)
    expect((await sendPassport(samplePdf())).body).toEqual(map({ documentType: 'validation_fail' }))
    const first = await idOf(1)
    expect((await identity.office(`verifications show ${first}`)).bytes).toEqual(large)
    await identity.office(`verifications reject ${first} --reason blurred`)
    expect(await read('PASSPORT')).toMatchObject({
      status: 'REJECTED',
      reason: 'blurred',
      fields: pending(PASSPORT),
    })
    expect(await stored()).toBe(0)
    expect(await identity.office(`verifications approve ${first}`)).toMatchObject({ exit: 1 })

    expect((await sendPassport(samplePdf())).body.data).toMatchObject({ status: 'PENDING' })
    expect(await idOf(1)).toBeGreaterThan(first)
    expect(await identity.office(`verifications approve ${first}`)).toMatchObject({
      exit: 1,
      notes: [`there is no verification ${first}`],
    })
  })

  test('that a document was approved once stays known when it is rejected and replaced', async () => {
    const wasApproved = async () =>
      (
        await identity.core.database.read
          .selectFrom('passport.verifications')
          .select('wasApproved')
          .executeTakeFirstOrThrow()
      ).wasApproved
    await sendPassport(samplePdf())
    await identity.office(`verifications reject ${await idOf(1)} --reason blurred`)
    await sendPassport(samplePdf())
    expect(await wasApproved()).toBe(false)
    await identity.office(`verifications approve ${await idOf(1)}`)
    await identity.office(`verifications reject ${await idOf(1)} --reason again`)
    await sendPassport(samplePdf())
    expect(await wasApproved()).toBe(true)
  })

  test('VER-002 each kind of document asks for its own fields; a phone number needs no file', async () => {
    expect((await send('PASSPORT', {})).body).toEqual(
      map({ name: 'required', surname: 'required', files: 'required' }),
    )
    const files = [{ bytes: samplePdf() }]
    expect((await send('ADDRESS', { fields: { ...ADDRESS, country: 'XX' }, files })).body).toEqual(
      map({ country: 'invalid_format' }),
    )
    expect((await send('ADDRESS', { fields: ADDRESS, files })).body.data.fields).toEqual(
      pending(ADDRESS),
    )
    for (const phone of ['none', `123456${' '.repeat(256)}7`]) {
      expect((await send('PHONE', { fields: { phone } })).body).toEqual(
        map({ phone: 'wrong_phone' }),
      )
    }
    expect((await send('PHONE', { fields: { phone: '+49 30 123456' } })).body.data).toMatchObject({
      status: 'PENDING',
    })
    expect(
      (await send('COMPANY', { fields: { ...ADDRESS, name: 'Ada Ltd' }, files })).body.data,
    ).toMatchObject({ status: 'PENDING' })
    expect((await send('LICENCE', { files })).body).toMatchObject({ state: 'error' })
    expect((await identity.as(token, 'POST', '/v1/verifications/PASSPORT', {})).body).toEqual(
      map({ _common: 'validation_error' }),
    )
  })

  test('a file that cannot be used, too many files and too large ones are refused and leave nothing', async () => {
    const refused = map({ files: 'validation_fail' })
    expect((await sendPassport(samplePdf(), Buffer.from('<html>'))).body).toEqual(refused)
    expect(await stored()).toBe(0)
    expect((await sendPassport(...Array.from({ length: 6 }, () => samplePdf()))).body).toEqual(
      refused,
    )
    const other = { field: 'avatar', bytes: samplePdf() }
    expect((await send('PASSPORT', { fields: PASSPORT, files: [other] })).body).toEqual(refused)
    const padded = (bytes: number) => samplePdf(Buffer.alloc(bytes - samplePdf().length, ' '))
    expect(padded(15_000_000)).toHaveLength(15_000_000)
    expect((await sendPassport(padded(15_000_000))).body).toEqual(refused)
    expect((await sendPassport(padded(14_999_999))).body.data).toMatchObject({ status: 'PENDING' })
    const left = () => readdirSync(directory).filter((name) => name.includes('form'))
    await expect.poll(left).toEqual([])
  })

  test('an image of too many pixels and a TIFF are refused, whatever they weigh', async () => {
    const refused = map({ files: 'validation_fail' })
    for (const bytes of [samplePng(20_000, 20_000), samplePng(100_000, 100_000)]) {
      expect((await sendPassport(bytes)).body).toEqual(refused)
    }
    expect((await sendPassport(sampleTiff('II', {}))).body).toEqual(refused)
    expect((await sendPassport(samplePng(12_000, 10_000))).body.state).toBe('success')
  })

  test('of parallel uploads of one document one counts, and the others leave nothing', async () => {
    const sent = await Promise.all(Array.from({ length: 6 }, () => sendPassport(samplePdf())))
    const states = sent.map(({ body }) => body.state)
    expect(states.filter((state) => state === 'success')).toHaveLength(1)
    expect(await stored()).toBe(1)
  })

  test('a file that a killed process has left over is deleted after an hour', async () => {
    await identity.core.database.read
      .insertInto('passport.documents')
      .values({
        userId: 1,
        name: 'a',
        mediaType: 'image/png',
        bytes: 1,
        sentAt: identity.clock.now,
      })
      .execute()
    identity.clock.now += 3_600_000 - 1
    await identity.signIn()
    expect(await stored()).toBe(1)
    identity.clock.now += 3_600_000
    await identity.signIn()
    await expect.poll(stored).toBe(0)
  })

  test('a form that is cut short is refused', async () => {
    const form = new FormData()
    form.append('files', new Blob([new Uint8Array(samplePdf())]), 'a.pdf')
    const encoded = new Response(form)
    const whole = Buffer.from(await encoded.arrayBuffer())
    const { status, body } = await identity.call('POST', '/v1/verifications/PASSPORT', {
      payload: whole.subarray(0, whole.length - 20),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': encoded.headers.get('content-type')!,
      },
    })
    expect({ status, body }).toMatchObject({
      status: 400,
      body: map({ _common: 'validation_error' }),
    })
  })

  test('REP-015 REP-016 operators set results by their port, and the business reads what is proven', async () => {
    const put = (path: string, body: object) =>
      identity.operate('PUT', `/internal/v1/verifications/${path}`, body)
    expect(
      await put('1/ADDRESS', {
        status: 'APPROVED',
        fields: { ...ADDRESS, zip: { value: 'T12', verified: false } },
      }),
    ).toMatchObject({ state: 'success', data: { status: 'APPROVED' } })
    await sendPassport(samplePdf())
    expect(await readVerifiedFields(identity.core.database.read, 1)).toEqual({
      passport: {},
      address: { address1: '1 Main St', city: 'Cork', country: 'IE' },
    })
    await put('1/PASSPORT', { status: 'APPROVED' })
    expect((await readVerifiedFields(identity.core.database.read, 1)).passport).toEqual(PASSPORT)
    await put('1/PASSPORT', { status: 'REJECTED', reason: 'expired' })
    expect((await readVerifiedFields(identity.core.database.read, 1)).passport).toEqual({})
    expect(await stored()).toBe(0)
    expect(await read('PASSPORT')).toMatchObject({ status: 'REJECTED', reason: 'expired' })
    expect(await put('99/PASSPORT', { status: 'APPROVED' })).toMatchObject({
      errors: [{ code: 'not_found', fieldName: 'userId' }],
    })
  })
})
