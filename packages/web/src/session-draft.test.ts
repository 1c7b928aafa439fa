// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { forgetDrafts, useSessionDraft } from './session-draft.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const open = () => renderHook(() => useSessionDraft('form', { text: '' }))

test('a draft comes back until it is forgotten', () => {
  const first = open()
  act(() => first.result.current[1]({ text: 'typed' }))
  expect(first.result.current[0]).toEqual({ text: 'typed' })
  expect(open().result.current[0]).toEqual({ text: 'typed' })
  act(() => first.result.current[2]())
  expect(open().result.current[0]).toEqual({})
})

test('an unreadable draft counts as none, and a full storage loses nothing on the page', () => {
  sessionStorage.setItem('draft-form', '{')
  const { result } = open()
  expect(result.current[0]).toEqual({})
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  act(() => result.current[1]({ text: 'typed' }))
  expect(result.current[0]).toEqual({ text: 'typed' })
})

test.each(['5', '"text"', '[1]', 'null', '{"text": 5}', '{"text": null}', '{"other": "typed"}'])(
  'of a stored %s nothing is taken over',
  (stored) => {
    sessionStorage.setItem('draft-form', stored)
    expect(open().result.current[0]).toEqual({})
  },
)

test('of a draft with foreign values only the known ones are taken over', () => {
  sessionStorage.setItem('draft-form', '{"text": "typed", "other": 5}')
  expect(open().result.current[0]).toEqual({ text: 'typed' })
})

test('all drafts are forgotten together, and nothing else', () => {
  sessionStorage.setItem('other', 'kept')
  const { result } = open()
  act(() => result.current[1]({ text: 'typed' }))
  expect(Object.keys(sessionStorage)).toHaveLength(2)
  forgetDrafts()
  expect(open().result.current[0]).toEqual({})
  expect(Object.keys(sessionStorage)).toEqual(['other'])
})
