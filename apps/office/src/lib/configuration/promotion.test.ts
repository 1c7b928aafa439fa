// @vitest-environment jsdom
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { afterEach, expect, test } from 'vitest'

import { Config } from './config.ts'
import { Cookies } from '../session/cookies.ts'
import { hidePromo, isPromoHidden, promotionAt } from './promotion.ts'

const START = Date.UTC(2026, 10, 1)
const END = Date.UTC(2026, 11, 1)
const RUNNING = {
  bullBanner: 'TRUE',
  bullPromoPeriodStart: new Date(START).toISOString(),
  bullPromoPeriodEnd: String(END),
  bullPromoCode: 'AUTUMN10',
  bullPromoCodeValue: '10%',
  bullBotAppUrl: 'https://bot.example/app',
}
const promotion = (changes: Partial<typeof RUNNING>, now = START) =>
  promotionAt(new Config(HOSTS, new Map(Object.entries({ ...RUNNING, ...changes }))), now)

const cookies = new Cookies('partner')
afterEach(() => cookies.remove('hideBattleBullsUntil'))

test('CFG-003 the promotion is what the configuration says', () => {
  expect(promotion({})).toEqual({
    code: 'AUTUMN10',
    value: '10%',
    bot: 'https://bot.example/app',
    end: END,
  })
})

test.each([
  [START - 1, false],
  [START, true],
  [END - 1, true],
  [END, false],
])('LND-011 at %i the promotion runs: %j', (now, runs) => {
  expect(promotion({}, now) !== null).toBe(runs)
})

test.each([
  ['TRUE', true],
  ['true', true],
  ['FALSE', false],
  ['True', false],
  ['', false],
])('LND-010 the flag %j: %j', (bullBanner, runs) => {
  expect(promotion({ bullBanner }) !== null).toBe(runs)
})

test('a period may be open on each side; an unreadable period never runs', () => {
  expect(promotion({ bullPromoPeriodStart: '' }, 0)).not.toBeNull()
  expect(promotion({ bullPromoPeriodEnd: '' }, END)).toMatchObject({ end: null })
  expect(promotion({ bullPromoPeriodStart: 'soon' })).toBeNull()
  expect(promotion({ bullPromoPeriodEnd: '2026-02-30T00:00:00Z' })).toBeNull()
})

test('the address of the bot may be one of http', () => {
  const bullBotAppUrl = 'http://bot.example/app'
  expect(promotion({ bullBotAppUrl })).toMatchObject({ bot: bullBotAppUrl })
})

test.each(['', 'javascript:alert(1)', 'bot', 'data:text/html,x'])(
  'the address %j is no link',
  (bullBotAppUrl) => {
    expect(promotion({ bullBotAppUrl })).toMatchObject({ bot: null })
  },
)

test('LND-013 LND-014 hiding lasts until the next local midnight, and can be undone', () => {
  const now = new Date(2026, 10, 30, 13, 5).getTime()
  const midnight = new Date(2026, 11, 1).getTime()
  expect(isPromoHidden(cookies, now)).toBe(false)
  hidePromo(cookies, true, now)
  expect(cookies.read('hideBattleBullsUntil')).toBe(String(midnight))
  expect(isPromoHidden(cookies, midnight - 1)).toBe(true)
  expect(isPromoHidden(cookies, midnight)).toBe(false)
  hidePromo(cookies, false, now)
  expect(cookies.read('hideBattleBullsUntil')).toBeNull()
})

test.each(['', 'soon', '-1', '1e99', 'NaN', '99999999999999999999'])(
  'LND-012 a cookie with %j hides nothing',
  (value) => {
    cookies.write('hideBattleBullsUntil', value)
    expect(isPromoHidden(cookies, START)).toBe(false)
  },
)
