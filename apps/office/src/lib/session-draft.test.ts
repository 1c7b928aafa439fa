// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { useSessionDraft } from './session-draft.ts'

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const open = () => renderHook(() => useSessionDraft('draft', { text: '' }))

test('a draft comes back until it is forgotten', () => {
  const first = open()
  act(() => first.result.current[1]({ text: 'typed' }))
  expect(first.result.current[0]).toEqual({ text: 'typed' })
  expect(open().result.current[0]).toEqual({ text: 'typed' })
  act(() => first.result.current[2]())
  expect(open().result.current[0]).toEqual({ text: '' })
})

test('an unreadable draft counts as none, and a full storage loses nothing on the page', () => {
  sessionStorage.setItem('draft', '{')
  const { result } = open()
  expect(result.current[0]).toEqual({ text: '' })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  act(() => result.current[1]({ text: 'typed' }))
  expect(result.current[0]).toEqual({ text: 'typed' })
})
