import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { expect, test } from 'vitest'

import { Config } from './config.ts'
import { videoOf } from './videos.ts'

const VIDEOS = { bonuses: { en: 'english', de: 'german' }, team: { de: 'german' } }
const config = new Config(HOSTS, new Map([['videos', JSON.stringify(VIDEOS)]]))

test.each([
  ['bonuses', 'de', 'german'],
  ['bonuses', 'fr', 'english'],
  ['team', 'fr', null],
  ['rank', 'de', null],
])('the video of %s in %s is %s', (page, language, video) => {
  expect(videoOf(config, page, language)).toBe(video)
})

test('without the setting there is no video', () => {
  expect(videoOf(new Config(HOSTS, new Map()), 'bonuses', 'en')).toBeNull()
})
