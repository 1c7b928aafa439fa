import type { PublicProfile } from '@partner-office/contracts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { NO_ROW } from '../../network/columns.ts'
import { onPostgres } from '../../testing/databases.ts'
import { PartnersService } from '../../testing/partners-service.ts'
import { blockPartner } from '../partners/block-partner.ts'
import { erasePartner } from '../partners/erase-partner.ts'
import { changeSettings } from '../settings/change-settings.ts'

const CONTACTS = {
  email: 'ada@example.com',
  phone: '+49 30 1',
  mobile: '+49 170 1',
  telegram: 'ada',
  whatsapp: '+49 170 2',
  skype: 'ada.own',
  facebook: 'https://facebook.example/ada',
  instagram: 'ada.pictures',
  site: 'https://ada.example',
  viber: '+49 170 3',
  wechat: 'ada_we',
}
const { email: _email, ...CHANGED } = CONTACTS

onPostgres('the public profile', (newDatabase) => {
  let service: PartnersService
  let invite: string
  const tokens = new Map<number, string>()
  const SHOWN = () => ({
    firstName: 'Ada',
    lastName: 'Own',
    avatar: '',
    allowPublicProfile: 1,
    invite,
  })

  beforeAll(async () => {
    service = await PartnersService.open(await newDatabase())
    for (const id of [1, 2, 6, 7, 10, 20]) tokens.set(id, await service.signInAccepted(id))
    invite = (await service.get(tokens.get(1)!, '/v1/profile')).invite
    await change(1, { ...CHANGED, telegram: '@ada' })
  })
  afterEach(() => change(1, { hideContacts: false }))

  const change = (id: number, values: object) =>
    service.core.database.transaction((tx) =>
      tx.updateTable('partners').set(values).where('id', '=', id).execute(),
    )
  const url = (code: string) => `/v1/profile/public?inviteCode=${code}`
  const seenBy = (id: number): Promise<PublicProfile> => service.get(tokens.get(id)!, url(invite))
  const seenAnonymously = (code = invite) => service.call('GET', url(code))

  test('ACC-017 API-011 TEA-007 TEA-008 the partner, the first line and the upline get every contact', async () => {
    for (const id of [1, 2, 10]) expect(await seenBy(id)).toEqual({ ...SHOWN(), ...CONTACTS })
  })

  test('ACC-017 siblings, deeper members, strangers and callers without a token get name, picture and invite', async () => {
    for (const id of [6, 7, 20]) expect(await seenBy(id)).toEqual(SHOWN())
    const { status, body } = await seenAnonymously()
    expect({ status, data: body.data }).toEqual({ status: 200, data: SHOWN() })
  })

  test('ACC-017 while the figures do not hold a partner yet, the partner and the first line get every contact', async () => {
    const rowOf = vi.spyOn(service.core.network.engine, 'rowOf').mockReturnValue(NO_ROW)
    for (const id of [1, 2]) expect(await seenBy(id)).toEqual({ ...SHOWN(), ...CONTACTS })
    expect(await seenBy(10)).toEqual(SHOWN())
    rowOf.mockRestore()
  })

  test('TEA-009 the operator chooses the site of a partner, and the screens get its address', async () => {
    const sites = ['https://one.example', 'https://two.example', 'https://three.example']
    await changeSettings(
      service.core,
      Object.fromEntries(sites.map((site, at) => [`publicSite.${at + 1}`, site])),
    )
    const { body: config } = await service.call('GET', '/v1/config/frontend')
    for (const [at, site] of sites.entries()) {
      const shown = { property: `publicSite.${at + 1}`, propertyValue: site }
      expect(config.data).toContainEqual(shown)
    }

    for (const allowPublicProfile of [2, 3, 0, 1]) {
      await service.operators.inject({
        method: 'PUT',
        url: '/internal/v1/users/1/public-profile',
        headers: { authorization: 'Bearer a-key-of-some-length' },
        payload: { allowPublicProfile },
      })
      const own = await service.get(tokens.get(1)!, '/v1/profile')
      const { body } = await seenAnonymously()
      for (const seen of [own, await seenBy(2), body.data]) {
        expect(seen).toMatchObject({ invite, allowPublicProfile })
      }
      const others = await service.get(tokens.get(2)!, '/v1/profile')
      expect(others.allowPublicProfile).toBe(1)
    }
  })

  test('an invalid token counts as none, and so does a caller who is blocked or has open terms', async () => {
    const asking = async (token: string) => (await service.as(token, 'GET', url(invite))).body.data
    expect(await asking('wrong')).toEqual(SHOWN())
    const termsOpen = await service.signIn(3)
    expect(await asking(termsOpen)).toEqual(SHOWN())
    await service.as(termsOpen, 'POST', '/v1/legals/partner')
    expect(await asking(termsOpen)).toEqual({ ...SHOWN(), ...CONTACTS })
    await blockPartner(service.core, 3, true, 'for a test')
    expect(await asking(termsOpen)).toEqual(SHOWN())
    await blockPartner(service.core, 3, false, 'for a test')
  })

  test('a partner who withholds contacts shows empty ones to others, if the setting allows it', async () => {
    await change(1, { hideContacts: true })
    const withheld = Object.fromEntries(Object.keys(CONTACTS).map((name) => [name, '']))
    expect(await seenBy(2)).toEqual({ ...SHOWN(), ...withheld })
    expect(await seenBy(10)).toEqual({ ...SHOWN(), ...withheld })
    expect(await seenBy(1)).toEqual({ ...SHOWN(), ...CONTACTS })
    await changeSettings(service.core, { allowHideContacts: 'FALSE' })
    expect(await seenBy(2)).toEqual({ ...SHOWN(), ...CONTACTS })
    await changeSettings(service.core, { allowHideContacts: null })
  })

  test.each(['', 'x', '1', 'none%27', 'a'.repeat(256)])(
    'the code %j is not found',
    async (code) => {
      const { status, body } = await seenAnonymously(code)
      expect({ status, errors: body.errors }).toEqual({
        status: 200,
        errors: [{ code: 'not_found', fieldName: null, errors: null }],
      })
    },
  )

  test('a missing or repeated code is refused', async () => {
    for (const query of ['', '?inviteCode=a&inviteCode=b', `?inviteCode=${'a'.repeat(257)}`]) {
      const { body } = await service.call('GET', `/v1/profile/public${query}`)
      expect(body.errors).toMatchObject([{ code: 'validation_error', fieldName: 'inviteCode' }])
    }
  })

  test('a blocked partner is visible to close partners only, an erased partner to no caller', async () => {
    await blockPartner(service.core, 1, true, 'for a test')
    const unknown = await seenAnonymously('nobodys')
    expect((await seenAnonymously()).body).toEqual(unknown.body)
    expect((await service.as(tokens.get(20)!, 'GET', url(invite))).body).toEqual(unknown.body)
    expect(await seenBy(2)).toEqual({ ...SHOWN(), ...CONTACTS })
    await blockPartner(service.core, 1, false, 'for a test')

    const { inviteCode } = await service.core.database.read
      .selectFrom('partners')
      .select('inviteCode')
      .where('id', '=', 5)
      .executeTakeFirstOrThrow()
    expect((await seenAnonymously(inviteCode)).body.data).toMatchObject({ firstName: 'Eve' })
    await erasePartner(service.core, 5)
    expect((await seenAnonymously(inviteCode)).body).toEqual(unknown.body)
    expect((await service.as(tokens.get(1)!, 'GET', url(inviteCode))).body).toEqual(unknown.body)
  })

  test('calls without a token are limited by address, calls of a partner by partner', async () => {
    service.clock.now += 3_600_000
    await changeSettings(service.core, { 'rateLimit.address': '2', 'rateLimit.user': '3' })
    const statuses = async (count: number, ask: () => Promise<{ status: number }>) => {
      const answers: number[] = []
      for (let call = 0; call < count; call += 1) answers.push((await ask()).status)
      return answers
    }
    expect(await statuses(3, seenAnonymously)).toEqual([200, 200, 429])
    const ada = () => service.as(tokens.get(1)!, 'GET', url(invite))
    expect(await statuses(4, ada)).toEqual([200, 200, 200, 429])
    await changeSettings(service.core, { 'rateLimit.address': null, 'rateLimit.user': null })
  })
})
