// @vitest-environment jsdom
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { describe, expect, test } from 'vitest'

import { legalDocuments } from './features/legal/legal-documents.ts'
import { registrationAddress, signInAddress } from './features/sign-in/sign-in-address.ts'
import { Config } from './lib/configuration/config.ts'
import { Cookies } from './lib/session/cookies.ts'
import { legalFilesOf } from './lib/configuration/legal-files.ts'

const configOf = (properties: Record<string, string>): Config =>
  new Config(HOSTS, new Map(Object.entries(properties)))

describe('the configuration', () => {
  test.each([
    ['TRUE', true],
    ['true', false],
    ['True', false],
    [' TRUE', false],
    ['1', false],
    ['FALSE', false],
    ['', false],
  ])('CFG-009 a flag of "%s" is on: %s', (value, isOn) => {
    expect(configOf({ newsfeed: value }).isOn('newsfeed')).toBe(isOn)
  })

  test('CFG-009 the promo banner is also on with true', () => {
    expect(configOf({ bullBanner: 'true' }).isOn('bullBanner')).toBe(true)
    expect(configOf({ bullBanner: 'TRUE' }).isOn('bullBanner')).toBe(true)
    expect(configOf({ bullBanner: 'yes' }).isOn('bullBanner')).toBe(false)
  })

  test('a button is enabled unless it is switched off', () => {
    expect(configOf({}).allows('login')).toBe(true)
    expect(configOf({ 'button.login': 'TRUE' }).allows('login')).toBe(true)
    expect(configOf({ 'button.login': 'FALSE' }).allows('login')).toBe(false)
  })

  test.each([
    ['60000', 60_000],
    ['0', 0],
    ['', 30_000],
  ])('D-104 API-055 with retryGiveUpMs "%s" calls are retried for %s ms', (retryGiveUpMs, ms) => {
    expect(configOf({ retryGiveUpMs }).giveUpMs).toBe(ms)
    expect(configOf({}).giveUpMs).toBe(30_000)
  })

  test('NAV-022 the imprint is the operators’ page, else a document in the language', () => {
    const legalFiles = '{}'
    const imprintUrl = 'https://company.example/imprint'
    expect(legalFilesOf(configOf({ legalFiles, imprintUrl }), 'de').imprint).toBe(imprintUrl)
    expect(legalFilesOf(configOf({ legalFiles, imprintUrl: '' }), 'de').imprint).toBe(
      `${HOSTS.domainCdn}/de/imprint.pdf`,
    )
  })

  test('CFG-010 one product in cookies, legals, login and registration', () => {
    const config = new Config({ ...HOSTS, product: 'acme' }, new Map())
    new Cookies(config.product).write('access_token', 'a token')
    expect(document.cookie).toContain('acme_access_token=a%20token')
    expect(signInAddress(config, 'en')).toContain('application=acme')
    expect(registrationAddress(config, 'en', null)).toContain('application=acme')
    expect(config.product).toBe('acme')
  })

  test('the operators’ settings name the eight documents', () => {
    const documents = [{ name: 'terms', file: 'terms.pdf' }]
    expect(legalDocuments(configOf({ legalDocuments: JSON.stringify(documents) }))).toEqual(
      documents,
    )
  })
})
