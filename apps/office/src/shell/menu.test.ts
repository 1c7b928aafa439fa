import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { expect, test } from 'vitest'

import { Config } from '../lib/configuration/config.ts'
import { PATHS } from '../paths.ts'
import { accountEntries, BOTTOM, MENU } from './menu.ts'

test('NAV-001 the bottom bar leads to five areas, and to the history of payouts', () => {
  expect(BOTTOM.map(({ to }) => to)).toEqual([
    PATHS.dashboard,
    PATHS.myRank,
    PATHS.teamMy,
    PATHS.bonuses,
    PATHS.transactionsPayouts,
  ])
})

test('NAV-002 NAV-003 NAV-004 the side menu: three groups; bonuses are rank, unilevel and infinity, below a link to all', () => {
  expect(
    MENU.map(({ heading, overview, entries }) => [heading, overview, entries.map(({ to }) => to)]),
  ).toEqual([
    [null, undefined, [PATHS.dashboard, PATHS.myRank, PATHS.teamMy]],
    ['menu.bonuses', PATHS.bonuses, [PATHS.bonusRank, PATHS.bonusUnilevel, PATHS.bonusInfinity]],
    ['menu.payouts', undefined, [PATHS.payout, PATHS.transactionsPayouts, PATHS.support]],
  ])
})

test.each([
  [{}, 'http://passport.test/de/profile/general', 'http://passport.test/de/profile/passport'],
  [
    { accountSettingsUrl: 'https://own.test/a', profilePassportUrl: 'https://own.test/p' },
    'https://own.test/a',
    'https://own.test/p',
  ],
])(
  'NAV-005 NAV-006 with %j the profile menu leads to %s and %s',
  (properties, general, passport) => {
    const config = new Config(HOSTS, new Map(Object.entries(properties)))
    const links = accountEntries(false).flatMap((entry) =>
      'href' in entry ? entry.href(config, 'de') : [],
    )
    expect(links).toEqual([general, passport])
  },
)
