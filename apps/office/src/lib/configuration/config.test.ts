// @vitest-environment jsdom
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { Config } from './config.ts'
import { Cookies } from '../session/cookies.ts'
import { ConfigMissing, loadConfig } from './load-config.ts'

const hosts = { ...HOSTS, product: 'office' }
const configWith = (properties: Readonly<Record<string, string>>) =>
  new Config(hosts, new Map(Object.entries(properties)))

describe('a configuration', () => {
  test.each([
    ['newsfeed', 'TRUE', true],
    ['newsfeed', 'true', false],
    ['newsfeed', 'FALSE', false],
    ['newsfeed', '', false],
    ['bullBanner', 'TRUE', true],
    ['bullBanner', 'true', true],
    ['bullBanner', 'FALSE', false],
  ])('CFG-009 the flag %s with the value %j is on: %s', (flag, value, isOn) => {
    expect(configWith({ [flag]: value }).isOn(flag)).toBe(isOn)
  })

  test('an unset property is empty, and a flag without a value is off', () => {
    expect(configWith({}).property('newsfeed')).toBe('')
    expect(configWith({}).isOn('newsfeed')).toBe(false)
    expect(configWith({}).product).toBe('office')
  })

  test.each([
    [{}, true],
    [{ 'button.send': 'TRUE' }, true],
    [{ 'button.send': 'FALSE' }, false],
    [{ 'button.other': 'FALSE' }, true],
  ])('a button is enabled unless it is switched off: %j', (properties, is) => {
    expect(configWith(properties).allows('send')).toBe(is)
  })
})

describe('loading both configurations', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    new Cookies('office').remove('access_token')
  })
  const asked: [url: string, headers: unknown][] = []
  const answer = (second: unknown) => {
    asked.length = 0
    vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
      asked.push([url, headers])
      return Response.json(url === '/config' ? hosts : second)
    })
  }
  const VALUES = {
    newsfeed: 'TRUE',
    socialLinks: '[{"name": "Chat", "url": "https://chat.test"}]',
    legalFiles: '{"privacy": "p.pdf", "terms": "t.pdf", "disclaimer": "d.pdf", "donts": "n.pdf"}',
    legalDocuments: '[{"name": "terms", "file": "t.pdf"}]',
    videos: '{"home": {"en": "https://videos.test/1"}}',
  }
  const answerWith = (values: Readonly<Record<string, string>>) => ({
    state: 'success',
    data: Object.entries(values).map(([property, propertyValue]) => ({ property, propertyValue })),
  })
  const properties = answerWith(VALUES)

  test('STA-001 the first names the host of the second', async () => {
    answer(properties)
    const config = await loadConfig()
    expect(config.hosts).toEqual(hosts)
    expect(config.isOn('newsfeed')).toBe(true)
    expect(asked).toEqual([
      ['/config', { 'cache-control': 'no-cache', pragma: 'no-cache' }],
      [`${hosts.domainBusinessRest}/v1/config/frontend`, {}],
    ])
  })

  test('API-004 the second is requested with the token of the cookie', async () => {
    answer(properties)
    new Cookies('office').write('access_token', 'abc')
    await loadConfig()
    expect(asked[1]![1]).toEqual({ authorization: 'Bearer abc' })
  })

  test('STA-002 after any failure there is no configuration', async () => {
    answer({ state: 'error' })
    await expect(loadConfig()).rejects.toBeInstanceOf(ConfigMissing)
    vi.stubGlobal('fetch', () => Promise.reject(new Error('gone')))
    await expect(loadConfig()).rejects.toThrow('config_not_found')
  })

  test.each([
    ['socialLinks', '{}'],
    ['socialLinks', '[{"name": "Chat"}]'],
    ['legalFiles', ''],
    ['legalFiles', 'null'],
    ['legalFiles', '{"privacy": "p.pdf"}'],
    ['legalDocuments', '["t.pdf"]'],
    ['videos', '{"home": "https://videos.test/1"}'],
    ['videos', '{'],
  ])('a host that answers %s as %s is not believed', async (name, value) => {
    answer(answerWith({ ...VALUES, [name]: value }))
    await expect(loadConfig()).rejects.toBeInstanceOf(ConfigMissing)
  })

  test('a host that leaves out a property that pages need is not believed', async () => {
    const { legalFiles: _, ...rest } = VALUES
    answer(answerWith(rest))
    await expect(loadConfig()).rejects.toBeInstanceOf(ConfigMissing)
  })
})
