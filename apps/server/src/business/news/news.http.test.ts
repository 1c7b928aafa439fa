import { openEmbedded } from '../../testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { changeSettings } from '../settings/change-settings.ts'
import { PartnersService } from '../../testing/partners-service.ts'
import { TEST_NOW } from '../../testing/core.ts'
import { addPost } from './add-posts.ts'
import { readFeed } from './read-feed.ts'

const HOUR = 3_600_000
const KEY = { authorization: 'Bearer a-key-of-some-length' }

let service: PartnersService
beforeAll(async () => {
  service = await PartnersService.open(await openEmbedded())
})
afterAll(() => service.core.database.close())

const feed = (language: string) => service.office.inject(`/blog/${language}/feed`)
const itemsOf = async (language: string) =>
  readFeed((await feed(language)).body, 'http://office.test')

const post = (facts: object = {}) => ({
  language: 'en' as const,
  title: 'Rates & <b>fees</b>',
  category: 'Product',
  publishedAt: TEST_NOW - HOUR,
  figure: '',
  content: 'Hello **you**, see [more](https://more.example).\n\n<script>alert(1)</script>',
  ...facts,
})

describe('the news feed', () => {
  test('API-048 NEW-004 a GET answers RSS 2.0 of the language, readable from any origin', async () => {
    await addPost(service.core, post({ figure: 'a.png' }))
    await addPost(service.core, post({ language: 'de', title: 'Neu' }))
    const { statusCode, headers, body } = await feed('en')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(body).toContain('<rss version="2.0"')
    expect(body).toContain('<title>Rates &amp; &lt;b&gt;fees&lt;/b&gt;</title>')
    expect(body).toContain(
      '<enclosure url="http://office.test/cdn/en/a.png" length="0" type="image/png"/>',
    )
    expect(body).toContain('<guid isPermaLink="true">http://office.test/en/dashboard?news=1</guid>')
    expect(body).toContain(`<pubDate>${new Date(TEST_NOW - HOUR).toUTCString()}</pubDate>`)
    expect(body).not.toContain('alert')
    expect((await itemsOf('de')).map(({ title }) => title)).toEqual(['Neu'])
    expect(await itemsOf('fr')).toEqual([])
  })

  test('a post appears at its date, and the newest comes first', async () => {
    await addPost(service.core, post({ language: 'es', title: 'old' }))
    await addPost(service.core, post({ language: 'es', title: 'soon', publishedAt: TEST_NOW + 1 }))
    const titles = async () => (await itemsOf('es')).map(({ title }) => title)
    expect(await titles()).toEqual(['old'])
    service.clock.now = TEST_NOW + 1
    service.core.database.recent.forget()
    expect(await titles()).toEqual(['soon', 'old'])
  })

  test.each(['xx', 'EN', 'e', '..%2fen'])(
    'there is no feed of the language %s',
    async (language) => {
      expect((await feed(language)).json().state).toBe('error')
    },
  )

  test('a foreign feed that cannot be read is answered with 503', async () => {
    await changeSettings(service.core, { newsFeedUrl: 'http://127.0.0.1:9/{lang}/feed' })
    const { statusCode, body } = await feed('en')
    expect(statusCode).toBe(503)
    expect(JSON.parse(body).errors[0].errors).toEqual(['news_feed'])
    await changeSettings(service.core, { newsFeedUrl: null })
    expect((await feed('en')).statusCode).toBe(200)
  })
})

describe('the list of all posts', () => {
  const put = async (payload: object[]) =>
    (
      await service.operators.inject({
        method: 'PUT',
        url: '/internal/v1/posts',
        headers: KEY,
        payload,
      })
    ).json()
  const written = {
    language: 'ru',
    title: 'T',
    category: 'C',
    date: '2026-10-01',
    content: 'Text',
  }

  test('is replaced as a whole, or not at all', async () => {
    expect(await put([written])).toMatchObject({ state: 'success', data: { posts: 1 } })
    expect(await itemsOf('ru')).toHaveLength(1)
    expect(await itemsOf('en')).toEqual([])
    const { errors } = await put([written, { ...written, language: 'xx', title: '' }])
    expect(errors.map(({ fieldName }: { fieldName: string }) => fieldName)).toEqual([
      '[1].language',
      '[1].title',
    ])
    expect(await itemsOf('ru')).toHaveLength(1)
    expect(await put([])).toMatchObject({ data: { posts: 0 } })
    expect(await itemsOf('ru')).toEqual([])
  })
})
