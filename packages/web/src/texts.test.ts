// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { Texts, translator } from './texts.ts'

const HOST = 'http://office.test/translations'
const MANIFEST = { de: { file: 'de-1.json', hash: '1' }, ar: { file: 'ar-1.json', hash: '1' } }

/** Answers the translation host; undefined: it is down. */
function answer(files: Readonly<Record<string, unknown>>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const file = url.slice(HOST.length + 1)
    asked.push(file)
    if (files[file] === undefined) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(files[file]))
  })
  return asked
}

let texts: Texts
beforeEach(() => {
  document.documentElement.lang = 'en'
  texts = new Texts(HOST, { greeting: 'Hello', farewell: 'Goodbye' })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const read = (key: string) => (texts.i18n.t as (name: string) => string)(key)

test('I18-004 a language is loaded once, by the file that the manifest names', async () => {
  const asked = answer({ 'manifest.json': MANIFEST, 'de-1.json': { greeting: 'Hallo' } })
  await texts.show('de')
  expect(read('greeting')).toBe('Hallo')
  expect(document.documentElement.lang).toBe('de')
  await texts.show('en')
  await texts.show('de')
  expect(asked).toEqual(['manifest.json', 'de-1.json'])
})

test('I18-005 a missing key falls back to en', async () => {
  answer({ 'manifest.json': MANIFEST, 'de-1.json': { greeting: 'Hallo' } })
  await texts.show('de')
  expect(read('farewell')).toBe('Goodbye')
})

test('a slow file of an earlier choice changes nothing', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const files: Readonly<Record<string, unknown>> = {
    'manifest.json': MANIFEST,
    'de-1.json': { greeting: 'Hallo' },
  }
  vi.stubGlobal('fetch', async (url: string) => {
    const file = url.slice(HOST.length + 1)
    if (file !== 'manifest.json') await released
    return new Response(JSON.stringify(files[file]))
  })
  const german = texts.show('de')
  await texts.show('en')
  release()
  await german
  expect(read('greeting')).toBe('Hello')
  expect(document.documentElement.lang).toBe('en')
})

test('Arabic is shown right to left', async () => {
  answer({ 'manifest.json': MANIFEST, 'ar-1.json': { greeting: 'مرحبا' } })
  await texts.show('ar')
  expect(document.documentElement.dir).toBe('rtl')
  await texts.show('en')
  expect(document.documentElement.dir).toBe('ltr')
})

const GOOD = { 'manifest.json': MANIFEST, 'de-1.json': { greeting: 'Hallo' } }

test.each([
  ['the host is down', {}],
  ['the manifest has no such language', { 'manifest.json': {} }],
  ['the manifest is a lie', { 'manifest.json': { de: ['world'] } }],
  ['the file is missing', { 'manifest.json': MANIFEST }],
  ['the file is a list', { 'manifest.json': MANIFEST, 'de-1.json': ['world'] }],
  ['the file is nested', { 'manifest.json': MANIFEST, 'de-1.json': { greeting: { more: '1' } } }],
])(
  'while %s the page speaks English, and the language afterwards by itself',
  async (_title, files) => {
    vi.useFakeTimers()
    answer(files)
    await texts.show('de')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(read('greeting')).toBe('Hello')
    expect(document.documentElement.lang).toBe('en')
    expect(texts.missing()).toBe('de')

    const asked = answer(GOOD)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(read('greeting')).toBe('Hallo')
    expect(document.documentElement.lang).toBe('de')
    expect(texts.missing()).toBeNull()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toEqual(['manifest.json', 'de-1.json'])
  },
)

test('a language that failed does not come back after another choice', async () => {
  vi.useFakeTimers()
  answer({})
  await texts.show('de')
  await texts.show('en')
  const asked = answer(GOOD)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toEqual([])
  expect(document.documentElement.lang).toBe('en')
})

/** A host that never answers for one file; timeouts end by the clock of the test. */
function neverAnswer(silent: string): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    const file = url.slice(HOST.length + 1)
    asked.push(file)
    if (file !== silent) return Promise.resolve(Response.json(GOOD[file as keyof typeof GOOD]))
    return new Promise((_, reject) => {
      signal!.addEventListener('abort', () => reject(signal!.reason as Error))
    })
  })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms)
    return controller.signal
  })
  return asked
}

test.each(['manifest.json', 'de-1.json'])(
  'a host that never answers for %s: the language is missing after 3 seconds, given up after 20, wanted again after 30 more',
  async (silent) => {
    vi.useFakeTimers()
    const heard: (string | null)[] = []
    texts.subscribe(() => heard.push(texts.missing()))
    const asked = neverAnswer(silent)
    const shown = texts.show('de')
    await vi.advanceTimersByTimeAsync(2_999)
    expect(texts.missing()).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    await shown
    expect(heard.at(-1)).toBe('de')
    expect(read('greeting')).toBe('Hello')

    const first = asked.length
    await texts.show('de')
    await vi.advanceTimersByTimeAsync(17_000 + 29_999)
    expect(asked.length).toBe(first)
    const again = answer(GOOD)
    await vi.advanceTimersByTimeAsync(1)
    expect(again).toEqual(['manifest.json', 'de-1.json'])
    expect(read('greeting')).toBe('Hallo')
    expect(heard.at(-1)).toBeNull()
  },
)

test('a language that is late is no longer missing once another one was chosen', async () => {
  vi.useFakeTimers()
  neverAnswer('manifest.json')
  void texts.show('de')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(texts.missing()).toBe('de')
  await texts.show('en')
  expect(texts.missing()).toBeNull()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(texts.missing()).toBeNull()
})

test('a retry asks at once, and an earlier request that fails later changes nothing', async () => {
  vi.useFakeTimers()
  neverAnswer('de-1.json')
  void texts.show('de')
  await vi.advanceTimersByTimeAsync(19_000)
  const asked = answer(GOOD)
  texts.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual(['de-1.json'])
  expect(read('greeting')).toBe('Hallo')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(read('greeting')).toBe('Hallo')
  expect(texts.missing()).toBeNull()
})

test.each([
  ['a\u202egpj.svg', 'agpj.svg'],
  ['a\u2067b', 'ab'],
  ['a\u2069\u2067b', 'ab'],
  ['\u202a\u202b\u202c\u202d', ''],
  ['\u206612.50 EUR\u2069', '\u206612.50 EUR\u2069'],
  ['<b>&"', '<b>&"'],
])('D-145 the name %j turns no other words of a sentence', (name, shown) => {
  const { t } = translator('en', { wrong: '{{name}} is no image.' })
  expect((t as (key: string, values: object) => string)('wrong', { name })).toBe(
    `${shown} is no image.`,
  )
})

describe('the letters of a language', () => {
  const load = vi.fn<(fonts: string, text: string) => Promise<unknown>>()
  const has = (...faces: readonly Partial<FontFace>[]) =>
    Object.defineProperty(document, 'fonts', {
      value: Object.assign(new Set(faces), { load }),
      configurable: true,
    })
  beforeEach(() => {
    vi.useFakeTimers()
    load.mockReset()
    has()
    answer({ 'manifest.json': MANIFEST, 'de-1.json': { greeting: 'Grüße!', farewell: 'Tschüß ।' } })
  })
  afterEach(() => void Reflect.deleteProperty(document, 'fonts'))

  test('are loaded before it is shown; no marks, which other scripts share', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    load.mockReturnValue(promise)
    void texts.show('de')
    await vi.advanceTimersByTimeAsync(999)
    expect(load.mock.calls.map(([, letters]) => letters)).toEqual(['Deutsch', 'GrüßeTsch'])
    expect(read('greeting')).toBe('Hello')
    resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(read('greeting')).toBe('Grüße!')
  })

  test.each([
    ['has others', 1_000, 'optional'],
    ['would show boxes', 21_000, 'swap'],
  ] as const)(
    'that never come, for which the device %s, hold it up for %i ms',
    async (_, ms, display) => {
      has({ display, status: 'loading' }, { display: 'swap', status: 'error' })
      load.mockReturnValue(new Promise(() => {}))
      void texts.show('de')
      await vi.advanceTimersByTimeAsync(ms - 1)
      expect(read('greeting')).toBe('Hello')
      await vi.advanceTimersByTimeAsync(1)
      expect(read('greeting')).toBe('Grüße!')
    },
  )

  test('that fail to load do not hold it up', async () => {
    load.mockRejectedValue(new Error('no such font'))
    void texts.show('de')
    await vi.advanceTimersByTimeAsync(0)
    expect(read('greeting')).toBe('Grüße!')
  })

  test('are waited for while another font fails', async () => {
    const { promise: loaded, resolve } = Promise.withResolvers<FontFace>()
    has({ display: 'swap', status: 'loading', loaded }, { display: 'optional', status: 'error' })
    load.mockRejectedValue(new Error('no such font'))
    void texts.show('de')
    await vi.advanceTimersByTimeAsync(999)
    expect(read('greeting')).toBe('Hello')
    resolve({} as FontFace)
    await vi.advanceTimersByTimeAsync(0)
    expect(read('greeting')).toBe('Grüße!')
  })

  test('that the device would show as boxes hold it up until they come', async () => {
    has({ display: 'swap', status: 'loading' })
    const { promise, resolve } = Promise.withResolvers<void>()
    load.mockReturnValue(promise)
    let isShown = false
    void texts.show('de').then(() => (isShown = true))
    await vi.advanceTimersByTimeAsync(19_000)
    expect(read('greeting')).toBe('Hello')
    expect([isShown, texts.missing()]).toEqual([false, null])
    resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(read('greeting')).toBe('Grüße!')
    expect(isShown).toBe(true)
  })

  test('of the last choice are waited for, although letters of an earlier choice come', async () => {
    answer({
      'manifest.json': MANIFEST,
      'de-1.json': { greeting: 'Grüße!' },
      'ar-1.json': { greeting: 'مرحبا' },
    })
    has({ display: 'swap', status: 'loading' })
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    load.mockReturnValue(first.promise)
    void texts.show('de')
    await vi.advanceTimersByTimeAsync(0)
    load.mockReturnValue(second.promise)
    void texts.show('ar')
    await vi.advanceTimersByTimeAsync(2_000)
    first.resolve()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(texts.missing()).toBeNull()
    second.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(read('greeting')).toBe('مرحبا')
  })
})
