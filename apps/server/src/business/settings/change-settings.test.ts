import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openTestCore } from '../../testing/core.ts'
import { openEmbedded } from '../../testing/databases.ts'
import type { Core } from '../../core/core.ts'
import { changeSettings } from './change-settings.ts'
import { listSettings, readSetting } from './read-settings.ts'

describe('changing settings', () => {
  let core: Core
  beforeAll(async () => {
    core = await openTestCore(await openEmbedded())
  })
  afterAll(() => core.database.close())

  test('a setting has its default until it is set, and again when it is unset', async () => {
    const { read } = core.database
    expect(await readSetting(read, 'maxPendingPayouts')).toBe('3')
    await changeSettings(core, { maxPendingPayouts: '5' })
    expect(await readSetting(read, 'maxPendingPayouts')).toBe('5')
    await changeSettings(core, { maxPendingPayouts: null })
    expect(await readSetting(read, 'maxPendingPayouts')).toBe('3')
  })

  test('one bad value refuses all values, and every bad value is named with its accepted values', async () => {
    const changes = { newsfeed: 'FALSE', bullBanner: 'on', nonsense: '1', maxpendingpayouts: '2' }
    await expect(changeSettings(core, changes)).rejects.toMatchObject({
      problems: [
        { place: 'bullBanner', problem: 'must be TRUE or FALSE or true' },
        { place: 'nonsense', problem: expect.stringContaining('is not the name of a setting') },
        {
          place: 'maxpendingpayouts',
          problem: expect.stringContaining('did you mean maxPendingPayouts?'),
        },
      ],
    })
    expect(await readSetting(core.database.read, 'newsfeed')).toBe('TRUE')
  })

  test('text that cannot be stored or shown is refused', async () => {
    for (const bullPromoCode of ['a\0b', '\uD800', 'x'.repeat(30_000)]) {
      await expect(changeSettings(core, { bullPromoCode })).rejects.toMatchObject({
        code: 'validation_error',
      })
    }
  })

  test('a value of 20,000 characters is the longest', async () => {
    const videos = (length: number) => '{"home":{"en":"https://v.example/1"}}'.padEnd(length)
    await changeSettings(core, { videos: videos(20_000) })
    expect(await readSetting(core.database.read, 'videos')).toHaveLength(20_000)
    await expect(changeSettings(core, { videos: videos(20_001) })).rejects.toMatchObject({
      problems: [{ place: 'videos' }],
    })
  })

  test('the list has every setting and the set members of families, and no secret', async () => {
    await core.database.read
      .insertInto('settings')
      .values({ name: 'secret.operator-key', value: 'hidden', changedAt: 0 })
      .execute()
    await changeSettings(core, { 'txLink.UCN': 'https://x.example/{hash}' })
    const listed = await listSettings(core.database.read)
    expect(listed).toContainEqual({
      name: 'txLink.UCN',
      value: 'https://x.example/{hash}',
      audience: 'frontend',
      isSet: true,
    })
    expect(listed).toContainEqual({
      name: 'sessionIdle',
      value: '24h',
      audience: 'server',
      isSet: false,
    })
    expect(JSON.stringify(listed)).not.toContain('hidden')
  })
})
