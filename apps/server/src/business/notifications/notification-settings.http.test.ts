import { NOTIFICATION_KEYS } from '@partner-office/domain'
import { beforeAll, expect, test } from 'vitest'

import { onPostgres } from '../../testing/databases.ts'
import { PartnersService } from '../../testing/partners-service.ts'
import { signUnsubscribe } from './unsubscribe.ts'

/** Source: requirements NOT-004. */
const STATED = [
  'invoices newsletters accountActivity personalPurchase rankIncrease creditingMoney clubAchievement',
  'partnersIncrease partnersPurchase partnersRankChange startBonus turboBonus diamondBonus newCommission',
  'dailyIncome statusPerMonth',
].flatMap((names) => names.split(' '))

const PATH = '/v1/notification-settings'

onPostgres('notification settings', (newDatabase) => {
  let service: PartnersService
  let ada: string
  beforeAll(async () => {
    service = await PartnersService.open(await newDatabase())
    ada = await service.signInAccepted(1)
  })

  const read = () => service.get(ada, PATH)
  const put = (change: object) => service.send(ada, 'PUT', PATH, change)
  const all = (value: boolean) => Object.fromEntries(NOTIFICATION_KEYS.map((key) => [key, value]))

  test('NOT-004 NOT-005 NOT-006 API-026 16 settings have a value and a disabled flag', async () => {
    const settings = await read()
    expect(Object.keys(settings)).toEqual(STATED)
    expect(settings.invoices).toEqual({ value: true, disabled: true })
    expect(settings.newsletters).toEqual({ value: false, disabled: false })
    expect(settings.startBonus).toEqual({ value: true, disabled: false })
  })

  test('NOT-006 a change is stored and answered; keys that are left out stay', async () => {
    const { body } = await put({ newsletters: true, startBonus: false, invoices: true })
    expect(body.data).toMatchObject({ newsletters: { value: true }, startBonus: { value: false } })
    expect((await put({ dailyIncome: true })).body.data).toEqual({
      ...body.data,
      dailyIncome: { value: true, disabled: false },
    })
    expect((await put({})).body.data).toEqual(await read())
  })

  test('NOT-003 all settings that are not disabled change together', async () => {
    const off = { ...all(false), invoices: true, accountActivity: true }
    for (const [change, value] of [
      [all(true), true],
      [off, false],
    ] as const) {
      const settings = (await put(change)).body.data as Record<
        string,
        { value: boolean; disabled: boolean }
      >
      const free = Object.values(settings).filter(({ disabled }) => !disabled)
      expect(free).toHaveLength(14)
      expect(new Set(free.map((setting) => setting.value))).toEqual(new Set([value]))
    }
  })

  test('an unknown key and a disabled key that would change are refused, and nothing is stored', async () => {
    const before = await read()
    for (const [change, field] of [
      [{ startBonus: !before.startBonus.value, invoices: false }, 'invoices'],
      [{ startBonus: !before.startBonus.value, unknown: true }, null],
      [{ startBonus: 'yes' }, 'startBonus'],
    ] as const) {
      const { body } = await put(change)
      expect(body.errors).toMatchObject([{ code: 'validation_error', fieldName: field }])
    }
    expect(await read()).toEqual(before)
  })

  test('a link of a mail switches its kind off without a sign-in, by one POST of any form', async () => {
    const signature = await signUnsubscribe(service.core, { partnerId: 7, key: 'startBonus' })
    const link = `/v1/unsubscribe/${signature}`
    const isOn = async () => (await service.call('GET', link)).body.data
    // Reading the link changes nothing.
    for (let time = 0; time < 2; time++) {
      expect(await isOn()).toEqual({ key: 'startBonus', isOn: true })
    }
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const { status, body } = await service.call('POST', link, {
        headers: { 'content-type': type },
        payload: 'List-Unsubscribe=One-Click',
      })
      expect([status, body.data]).toEqual([200, { key: 'startBonus', isOn: false }])
    }
    expect(await isOn()).toEqual({ key: 'startBonus', isOn: false })
    const forged = await service.call('POST', link.replace('/7.', '/6.'))
    expect(forged.body.errors[0].code).toBe('not_found')
  })
})
