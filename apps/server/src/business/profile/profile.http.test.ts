import { POSITIONS } from '@partner-office/domain'
import { beforeAll, describe, expect, test } from 'vitest'

import { onPostgres } from '../../testing/databases.ts'
import { PartnersService } from '../../testing/partners-service.ts'
import { EXIF, jpegOf, withClaimedSize, withSecondFrame, withText } from '../../testing/pictures.ts'
import { samplePdf, samplePng } from '../../testing/sample-files.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { gravatarAddress } from './avatars.ts'

const NAMES = { firstName: 'Ada', lastName: 'Own' }

onPostgres('the profile', (newDatabase) => {
  let service: PartnersService
  let ada: string
  beforeAll(async () => {
    service = await PartnersService.open(await newDatabase())
    await changeSettings(service.core, { 'rateLimit.user': '0' })
    ada = await service.signInAccepted(1)
  })

  const put = (form: object) => service.send(ada, 'PUT', '/v1/profile', form)

  test('PRF-015 API-008 is stored whole, and read as it was stored', async () => {
    const form = {
      firstName: 'Ada\u0301',
      lastName: 'Löwe',
      sex: 'female',
      birthdate: '1990-05-14',
      countryId: 'DE',
      city: 'Berlin',
      address1: 'Musterstraße 1',
      address2: '2. Hof',
      zip: '10115',
      phone: '+49 30 1',
      mobile: '+49 170 1',
      telegram: '@ada',
      whatsapp: 'w',
      instagram: 'i',
      skype: 's',
      viber: 'v',
      wechat: 'c',
      facebook: 'f',
      site: 'https://ada.example',
      position: 'job seeker',
      comment: 'Two\nlines\tof 日本語 🎈',
      hideContacts: true,
    }
    const { body } = await put({ ...form, email: 'x@x.x', verified: true, id: 2, sponsorId: 2 })
    const { telegram: _at, firstName: _nfd, ...same } = form
    const stored = { ...same, firstName: 'Adá', telegram: 'ada', email: 'ada@example.com', id: 1 }
    expect(body.data).toMatchObject(stored)
    expect(body.data.sponsor.id).toBe(10)
    expect(await service.get(ada, '/v1/profile')).toEqual(body.data)
  })

  test('D-009 a selfie is required while an approved passport document is rejected', async () => {
    const states = []
    for (const status of ['REJECTED', 'APPROVED', 'REJECTED', 'APPROVED'] as const) {
      await service.operators.inject({
        method: 'PUT',
        url: '/internal/v1/verifications/1/PASSPORT',
        headers: { authorization: 'Bearer a-key-of-some-length' },
        payload: { status, reason: 'blurred', fields: {} },
      })
      const { verified, selfieRequired } = await service.get(ada, '/v1/profile')
      states.push([verified, selfieRequired])
    }
    expect(states).toEqual([
      [false, false],
      [true, false],
      [false, true],
      [true, false],
    ])
  })

  test('a field that is left out stays, null and the empty text empty it', async () => {
    await put({ ...NAMES, city: 'Rome', zip: '00100', position: 'other' })
    const { body } = await put({ ...NAMES, city: null, position: '' })
    expect(body.data).toMatchObject({ city: '', zip: '00100', position: '' })
    expect((await put({})).body.data).toMatchObject({ zip: '00100', ...NAMES })
  })

  test('a save from a page that was opened before another save is refused, and nothing is stored', async () => {
    const { version: opened } = await service.get(ada, '/v1/profile')
    const saved = await put({ city: 'Köln', version: opened })
    expect(saved.body.data).toMatchObject({ city: 'Köln' })
    expect(saved.body.data.version).not.toBe(opened)
    const { body } = await put({ phone: '+49 221 1', version: opened })
    expect(body).toMatchObject({ errors: { _common: 'changed_meanwhile' } })
    const stored = await service.get(ada, '/v1/profile')
    expect(stored).toEqual(saved.body.data)

    expect((await put({ phone: '+49 221 1', version: stored.version })).body.data).toMatchObject({
      city: 'Köln',
      phone: '+49 221 1',
    })
    // Each value counts, the switch too; the same values are the same version.
    const { version: before } = await service.get(ada, '/v1/profile')
    await put({ hideContacts: !stored.hideContacts })
    expect((await put({ city: 'Bonn', version: before })).body.state).toBe('error')
    await put({ hideContacts: stored.hideContacts })
    expect((await put({ city: 'Bonn', version: before })).body.data.city).toBe('Bonn')
  })

  test('of saves from several pages at the same time one is stored', async () => {
    const { version } = await service.get(ada, '/v1/profile')
    const cities = ['Ulm', 'Jena', 'Kiel', 'Hof']
    const answers = await Promise.all(cities.map((city) => put({ city, version })))
    const stored = answers.flatMap(({ body }) => (body.state === 'error' ? [] : [body.data.city]))
    expect(stored).toHaveLength(1)
    expect((await service.get(ada, '/v1/profile')).city).toBe(stored[0])
  })

  test('PRF-010 PRF-011 names are required', async () => {
    const { status, body } = await put({ firstName: '', lastName: ' ', city: 'lost' })
    expect({ status, ...body }).toEqual({
      status: 200,
      state: 'error',
      data: null,
      errors: { firstName: 'required', lastName: 'required' },
    })
    expect((await service.get(ada, '/v1/profile')).city).not.toBe('lost')
  })

  test('PRF-016 PRF-017 PRF-019 sex, birthdate and position take only their values', async () => {
    for (const sex of ['male', 'female', '', null]) {
      expect((await put({ ...NAMES, sex })).body.data.sex).toBe(sex ?? '')
    }
    for (const position of [...POSITIONS, '']) {
      expect((await put({ ...NAMES, position })).body.data.position).toBe(position)
    }
    for (const birthdate of ['1990-02-28', '']) {
      expect((await put({ ...NAMES, birthdate })).body.data.birthdate).toBe(birthdate)
    }
    const wrong = { sex: 'x', position: 'boss', birthdate: '28.02.1990', countryId: 'XX' }
    expect((await put({ ...NAMES, ...wrong })).body.errors).toEqual(
      Object.fromEntries(Object.keys(wrong).map((name) => [name, 'invalid_format'])),
    )
  })

  test('texts that are too long or cannot be shown are named by their fields', async () => {
    const form = { ...NAMES, city: 'x'.repeat(257), zip: 'a\u0007', comment: 'x'.repeat(5_001) }
    expect((await put(form)).body.errors).toEqual({
      city: 'max_length',
      zip: 'validation_error',
      comment: 'max_length',
    })
    for (const city of ['a\0b', 'a\ud800']) {
      expect(await put({ ...NAMES, city })).toMatchObject({
        status: 400,
        body: { errors: { city: 'validation_error' } },
      })
    }
    expect((await put({ ...NAMES, city: 5 })).body.errors).toEqual({ city: 'validation_error' })
  })

  describe('pictures', () => {
    const PLACE = '52.5200 N 13.4050 E'
    const upload = (file: Buffer, { name = 'photo.jpg', field = 'avatar' } = {}) => {
      const form = new FormData()
      form.set('note', 'passed over')
      form.set(field, new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), name)
      return service.sendForm(ada, '/v1/profile/avatar', form)
    }
    const refusedFor = (reason: string) => [
      { code: 'validation_error', fieldName: 'avatar', errors: [reason] },
    ]
    const served = async (address: string) => {
      const url = address.replace('http://office.test', '')
      return service.office.inject({ method: 'GET', url })
    }

    test('PRF-031 API-012 a picture is recoded, stored and served from the own origin', async () => {
      const hidden = '<script>alert(1)</script>'
      const picture = await jpegOf(300, 300)
      const told = withText(withText(picture, hidden), `Exif\0\0MM\0*${PLACE}`, EXIF)
      const polyglot = Buffer.concat([told, Buffer.from(hidden)])
      const { body } = await upload(polyglot)
      expect(body.data.avatar).toMatch(/^http:\/\/office\.test\/avatars\/[0-9a-f]{32}\.jpg$/)
      expect((await service.get(ada, '/v1/profile')).avatar).toBe(body.data.avatar)

      const { statusCode, headers, rawPayload } = await served(body.data.avatar)
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'image/jpeg',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': 'attachment; filename="photo.jpg"',
      })
      for (const lost of ['script', 'Exif', PLACE]) expect(rawPayload.includes(lost)).toBe(false)
      expect(rawPayload.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))

      const again = await upload(picture)
      expect(again.body.data.avatar).not.toBe(body.data.avatar)
      expect((await served(body.data.avatar)).json().errors).toMatchObject([{ code: 'not_found' }])
    })

    test('PRF-032 another type, size or dimension is refused, and the old picture stays', async () => {
      const { avatar } = await service.get(ada, '/v1/profile')
      const picture = await jpegOf(300, 300)
      const wrong = [
        await jpegOf(299, 300),
        await jpegOf(300, 301),
        withClaimedSize(picture, 65_535, 65_535),
        withSecondFrame(picture, 65_535, 65_535),
        samplePng(300, 300),
        samplePng(100_000, 100_000),
        samplePdf('<</S/JavaScript/JS(app.alert\\(1\\))>>'),
        Buffer.from('GIF89a/*\x01\x00*/=1;alert(1)', 'latin1'),
        Buffer.from('PK\x03\x04', 'latin1'),
        picture.subarray(0, 100),
        Buffer.from('\x89PNG\r\n\x1a\n'),
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        Buffer.alloc(0),
      ]
      for (const file of wrong) {
        expect((await upload(file)).body.errors).toEqual(refusedFor('invalid_format'))
      }
      expect((await upload(picture, { field: 'other' })).body.errors).toEqual(
        refusedFor('invalid_format'),
      )
      expect((await service.get(ada, '/v1/profile')).avatar).toBe(avatar)
    })

    test('PRF-032 a file has at most 1,048,576 bytes', async () => {
      const picture = await jpegOf(300, 300)
      const padded = (bytes: number) =>
        Buffer.concat([picture, Buffer.alloc(bytes - picture.length)])
      expect((await upload(padded(1_048_576))).body.state).toBe('success')
      expect((await upload(padded(1_048_577))).body.errors).toEqual(refusedFor('max_length'))
      const { status, body } = await upload(padded(4_000_000))
      expect({ status, errors: body.errors }).toEqual({
        status: 413,
        errors: [{ code: 'validation_error', fieldName: null, errors: null }],
      })
    })

    test('a body that is no form, or is cut off, is refused', async () => {
      const json = await service.send(ada, 'POST', '/v1/profile/avatar', { avatar: 'x' })
      expect(json.status).toBe(400)
      const cut = await service.call('POST', '/v1/profile/avatar', {
        headers: {
          authorization: `Bearer ${ada}`,
          'content-type': 'multipart/form-data; boundary=b',
        },
        payload:
          '--b\r\nContent-Disposition: form-data; name="avatar"; filename="a.jpg"\r\n\r\nabc',
      })
      expect(cut.body.state).toBe('error')
      expect(cut.status).toBe(400)
    })

    test('PRF-033 PRF-034 gravatar takes the hash of the e-mail address, without a body', async () => {
      await upload(await jpegOf(300, 300))
      const { body } = await service.as(ada, 'POST', '/v1/profile/gravatar')
      const avatar = gravatarAddress('https://www.gravatar.com', 'ada@example.com')
      expect(body.data).toEqual({ avatar })
      expect(await service.get(ada, '/v1/profile')).toMatchObject({ avatar })
      const { read } = service.core.database
      expect(await read.selectFrom('avatars').selectAll().execute()).toEqual([])
    })
  })

  test('PRF-034 the hash is that of the lowercased, trimmed address', () => {
    const address = gravatarAddress('https://g.example/', '  MyEmailAddress@example.com ')
    expect(address).toBe('https://g.example/avatar/0bc83cb571cd1c50ba6f3e8a78ef1346?s=300&d=404')
  })
})
