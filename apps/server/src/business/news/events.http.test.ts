import { getEvents } from '@partner-office/contracts'
import { beforeAll, expect, test } from 'vitest'

import { TEST_NOW } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import { PartnersService } from '../../testing/partners-service.ts'

const DAY = 86_400_000
const event = (id: number, facts: object = {}) => ({
  id,
  title: `Event ${id}`,
  eventEndDate: TEST_NOW + id * DAY,
  registrationStartDate: TEST_NOW - DAY,
  registrationEndDate: TEST_NOW,
  ...facts,
})

onPostgres('events', (newDatabase) => {
  let service: PartnersService
  let ada: string
  beforeAll(async () => {
    service = await PartnersService.open(await newDatabase())
    ada = await service.signInAccepted(1)
  })

  const put = async (payload: unknown) =>
    (
      await service.operators.inject({
        method: 'PUT',
        url: '/internal/v1/events',
        headers: { authorization: 'Bearer a-key-of-some-length' },
        payload: payload as object,
      })
    ).json()
  const read = (query: string) => service.get(ada, `/v1/events${query}`)

  test('API-029 ENT-017 an event has eventEndDate, registrationStartDate, registrationEndDate and userRegistrationInfo.status', async () => {
    expect(await read('?page=0&size=1000')).toEqual({ content: [], number: 0, totalPages: 0 })
    expect(await put([event(2), event(1)])).toMatchObject({ data: { events: 2 } })
    const answer = await read('?page=0&size=1000')
    expect(getEvents.reply.parse(answer)).toEqual({
      content: [event(1), event(2)].map((facts) => ({
        ...facts,
        userRegistrationInfo: { status: null },
      })),
      number: 0,
      totalPages: 1,
    })
    expect(await read('')).toEqual(answer)
  })

  test('pages are numbered from 0, and a page beyond the last is empty', async () => {
    await put([event(1), event(2), event(3)])
    const ids = async (query: string) =>
      (await read(query)).content.map(({ id }: { id: number }) => id)
    expect(await ids('?page=0&size=2')).toEqual([1, 2])
    expect(await ids('?page=1&size=2')).toEqual([3])
    expect(await read('?page=2&size=2')).toEqual({ content: [], number: 2, totalPages: 2 })
    for (const query of ['?size=1001', '?size=0', '?page=-1', '?page=x']) {
      const { body } = await service.as(ada, 'GET', `/v1/events${query}`)
      expect(body.errors[0].code).toBe('validation_error')
    }
  })

  test('a list with anything wrong changes nothing', async () => {
    await put([event(7)])
    const bad = [event(1), event(1), event(2, { registrationEndDate: TEST_NOW - 2 * DAY })]
    const { errors } = await put(bad)
    expect(errors.map(({ fieldName }: { fieldName: string }) => fieldName)).toEqual([
      '[1].id',
      '[2].registrationEndDate',
    ])
    for (const wrong of [[event(0)], [event(1, { title: ' ' })], {}, 'x']) {
      expect(await put(wrong)).toMatchObject({ state: 'error' })
    }
    expect((await read('')).content).toHaveLength(1)
    expect(await put([event(8, { registrationEndDate: TEST_NOW - DAY })])).toMatchObject({
      state: 'success',
    })
  })
})
