// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { visitCounter } from './count-visit.ts'

const sent: unknown[] = []
let visibility: DocumentVisibilityState
const api = {
  call: async (_service: string, _contract: unknown, { body }: { body: unknown }) => {
    sent.push(body)
    throw new Error('an empty answer')
  },
} as unknown as Parameters<typeof visitCounter>[0]
const countVisit = visitCounter(api)

beforeEach(() => {
  vi.useFakeTimers()
  sent.length = 0
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  sessionStorage.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function show(state: DocumentVisibilityState): void {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const wish = (name: string, value: unknown) => {
  Object.defineProperty(navigator, name, { value, configurable: true })
  return () => Reflect.deleteProperty(navigator, name)
}

test('LNK-002 a page that is visible for a second is one visit, again in the same tab none', async () => {
  countVisit('CODE2345')
  await wait(999)
  expect(sent).toEqual([])
  await wait(1)
  expect(sent).toEqual([{ invite: 'CODE2345' }])
  show('hidden')
  show('visible')
  await wait(5_000)
  countVisit('CODE2345')
  await wait(5_000)
  expect(sent).toHaveLength(1)
  countVisit('OTHER234')
  await wait(1_000)
  expect(sent).toHaveLength(2)
})

test('LNK-002 a page in the background is no visit until it is seen for a second', async () => {
  visibility = 'hidden'
  const stop = countVisit('CODE2345')
  await wait(5_000)
  show('visible')
  await wait(900)
  show('hidden')
  await wait(5_000)
  expect(sent).toEqual([])
  show('visible')
  await wait(1_000)
  expect(sent).toHaveLength(1)
  stop()
})

test('LNK-002 a page that is left within the second is no visit', async () => {
  countVisit('CODE2345')()
  await wait(5_000)
  show('visible')
  await wait(5_000)
  expect(sent).toEqual([])
})

test.each([
  ['doNotTrack', '1'],
  ['globalPrivacyControl', true],
])('LNK-005 with %s nothing is sent and nothing is stored', async (name, value) => {
  const undo = wish(name, value)
  countVisit('CODE2345')
  await wait(5_000)
  undo()
  expect(sent).toEqual([])
  expect(sessionStorage).toHaveLength(0)
})

test('LNK-005 the only thing stored is a mark in the tab’s session storage', async () => {
  countVisit('CODE2345')
  await wait(1_000)
  expect(Object.entries(sessionStorage)).toEqual([['visited CODE2345', '1']])
  expect(localStorage).toHaveLength(0)
  expect(document.cookie).toBe('')
})

test('LNK-005 without session storage a visit is not counted', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('forbidden')
  })
  countVisit('CODE2345')
  await wait(1_000)
  expect(sent).toEqual([])
})
