import { describe, expect, test } from 'vitest'

import { settingCalled, SETTING_NAMES, SETTINGS } from './settings.ts'

describe('settings', () => {
  test.each(SETTING_NAMES)('%s accepts its own default', (name) => {
    const { default: byDefault, isAccepted } = SETTINGS[name]
    // Present but empty may mean something else than absent, so not every setting takes an empty value.
    expect(byDefault === '' || isAccepted(byDefault)).toBe(true)
  })

  const cases: readonly (readonly [
    name: string,
    good: readonly string[],
    bad: readonly string[],
  ])[] = [
    ['newsfeed', ['TRUE', 'FALSE'], ['true', 'yes', '', '1']],
    ['bullBanner', ['TRUE', 'FALSE', 'true'], ['false']],
    [
      'domainCdn',
      ['https://cdn.example.com', ''],
      ['cdn.example.com', 'javascript:alert(1)', 'https://a b'],
    ],
    ['bullPromoPeriodStart', ['2026-01-01T00:00:00Z', '1760313600000', ''], ['2026-01-01', 'soon']],
    ['newsLanguages', ['', 'ru,es,de,hi', 'ar'], ['xx', 'German']],
    [
      'newsFeedUrl',
      ['https://blog.example/{lang}/feed', 'http://blog.example/feed', ''],
      ['blog.example', 'file:///etc/passwd', 'javascript:alert(1)'],
    ],
    ['languages', ['default', 'all', 'en,de', 'en, ar'], ['en,xx', 'English', '']],
    ['permissionsPayoutTwoFa', ['', 'TELEGRAM,GOOGLE_AUTHENTICATOR', 'SMS'], ['telegram', 'a b']],
    [
      'socialLinks',
      [`[${Array(3).fill('{"name":"A","url":"https://a.example"}').join()}]`],
      ['[]', '{}', 'x'],
    ],
    ['legalDocuments', [], ['[]', '[{"name":"a","file":"a.pdf"}]']],
    ['videos', ['{}', '{"home":{"en":"https://v.example/1"}}'], ['{"home":"x"}', '[1]']],
    ['exchangeProvider', ['internal', 'feed'], ['Internal', 'coins', '']],
    ['exchangeFeedUrl', ['https://rates.example/eur.json', ''], ['rates.example', 'file:///etc']],
    [
      'exchangeRefresh',
      ['1000', '60000', '86400000'],
      ['0', '999', '86400001', '1e3', '-1', '60000.5', ''],
    ],
    [
      'sessionIdle',
      ['24h', '90s', '1', '999999d', '999999999999999'],
      ['0', '0s', '1000000d', '1000000000000000', '1w', '', '24 h'],
    ],
    ['purchaseRestrictedCountries', ['', 'DE', 'DE,FR'], ['Germany', 'DE, FR', 'XX']],
    ['registrationBarredCountries', ['', 'DE', 'DE,FR'], ['Germany', 'DE, FR', 'XX']],
    ['defaultSponsor', ['', '1', '9007199254740991'], ['0', '-1', 'a', '9007199254740992']],
    ['maxPendingPayouts', ['1', '3', '1000'], ['0', '1001', 'three', '03']],
    ['rateLimit.user', ['0', '300', '1000000'], ['-1', '1000001', 'off']],
    ['button.anything', ['TRUE', 'FALSE'], ['on']],
    [
      'txLink.UCN',
      ['https://explorer.example/tx/{hash}', ''],
      ['https://explorer.example', 'ftp://x/{hash}'],
    ],
    [
      'publicSite.1',
      ['https://a.example', '/en/partner', '/p/', ''],
      ['x', '/', '//a.example', '/a//b', '/\\\\a.example', '/a?b', 'javascript:1'],
    ],
  ]
  test.each(cases)('%s takes %j and refuses %j', (name, good, bad) => {
    const setting = settingCalled(name)!
    for (const value of good) expect(setting.isAccepted(value), value).toBe(true)
    for (const value of bad) expect(setting.isAccepted(value), value).toBe(false)
  })

  test.each([
    '',
    'newsFeed',
    'button.',
    'txLink.',
    'publicSite.4',
    'toString',
    '__proto__',
    'secret.operator-key',
  ])('there is no setting %j', (name) => expect(settingCalled(name)).toBeUndefined())
})
