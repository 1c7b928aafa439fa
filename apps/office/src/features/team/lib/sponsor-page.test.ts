import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { expect, test } from 'vitest'

import { Config } from '../../../lib/configuration/config.ts'
import { sponsorPage } from './sponsor-page.ts'

const SITES = new Map([
  ['publicSite.1', 'https://one.example'],
  ['publicSite.2', 'https://two.example/p/'],
  ['publicSite.3', 'https://three.example'],
])

test.each([
  [0, null],
  [1, 'https://one.example/K7M2QX'],
  [2, 'https://two.example/p/K7M2QX'],
  [3, 'https://three.example/K7M2QX'],
])('TEA-009 allowPublicProfile %d selects %s', (allowPublicProfile, page) => {
  const config = new Config(HOSTS, SITES)
  expect(sponsorPage(config, { allowPublicProfile, invite: 'K7M2QX' })).toBe(page)
})

test('a site may be a part of the office', () => {
  const config = new Config(HOSTS, new Map([['publicSite.3', '/es/partner']]))
  const page = sponsorPage(config, { allowPublicProfile: 3, invite: 'K7M2QX' })
  expect(page).toBe('/es/partner/K7M2QX')
})

test('without a configured site there are no pages', () => {
  const config = new Config(HOSTS, new Map())
  expect(sponsorPage(config, { allowPublicProfile: 2, invite: 'K7M2QX' })).toBeNull()
})
