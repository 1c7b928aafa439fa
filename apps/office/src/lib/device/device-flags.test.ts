// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import {
  admitPartner,
  deleteKept,
  forgetDevice,
  keepFor,
  keepingFor,
  pushChoice,
  storePushChoice,
} from './device-flags.ts'

const CHOICE = { partnerId: 7, keys: ['rankIncrease'], details: false }
const deleteDatabase = vi.fn<(name: string) => void>()

beforeEach(() => vi.stubGlobal('indexedDB', { deleteDatabase }))
afterEach(() => {
  localStorage.clear()
  deleteDatabase.mockClear()
  vi.unstubAllGlobals()
})

test('PWA-005 without the switch nothing is stored and nothing has to be deleted', () => {
  expect([keepingFor(), pushChoice()]).toEqual([null, null])
  deleteKept()
  forgetDevice()
  expect(deleteDatabase).not.toHaveBeenCalled()
  expect(localStorage).toHaveLength(0)
})

test('PWA-004 log-out deletes the dashboard, the switch and the choice of messages', () => {
  keepFor(7)
  storePushChoice(CHOICE)
  forgetDevice()
  expect(deleteDatabase.mock.calls).toEqual([['office-kept']])
  expect(localStorage).toHaveLength(0)
})

test('PWA-004 the same partner keeps everything, another one gets nothing of it', () => {
  keepFor(7)
  storePushChoice(CHOICE)
  admitPartner(7)
  expect([keepingFor(), pushChoice()]).toEqual([7, CHOICE])
  expect(deleteDatabase).not.toHaveBeenCalled()
  admitPartner(8)
  expect([keepingFor(), pushChoice()]).toEqual([null, null])
  expect(deleteDatabase.mock.calls).toEqual([['office-kept']])
})

test('PWA-004 a 401 deletes the dashboard; the switch of the partner stays', () => {
  keepFor(7)
  deleteKept()
  expect(deleteDatabase).toHaveBeenCalledTimes(1)
  expect(keepingFor()).toBe(7)
})

test('a damaged entry counts as none', () => {
  localStorage.setItem('keepDashboard', '{')
  expect(keepingFor()).toBeNull()
})
