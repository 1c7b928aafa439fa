// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'

import { Cookies } from '../session/cookies.ts'
import { referralFor, storedReferral, storeFirstReferral, storeValidReferral } from './referral.ts'

const cookies = new Cookies('test')
const asked: string[] = []
/** `OLD` and `NEW` belong to partners; `NEW` is written so by the service. The service does not answer about `LOST`. */
const readInviter = async (code: string) => {
  asked.push(code)
  if (code === 'LOST') throw new Error('no answer')
  const invite = code.toUpperCase()
  if (invite !== 'OLD' && invite !== 'NEW') return null
  return { firstName: 'Ada', lastName: 'Own', avatar: '', allowPublicProfile: 1, invite }
}
const goesOnWith = (code: string) => referralFor(cookies, readInviter, code)

beforeEach(() => {
  cookies.remove('referral')
  asked.length = 0
})

test('CKI-006 D-006 the first code is stored at once, whatever it is, and goes on', async () => {
  expect(await goesOnWith('abc')).toBe('abc')
  expect(storedReferral(cookies)).toBe('abc')
  expect(asked).toEqual([])
})

test('D-006 a later code that belongs to a partner replaces the stored one, as the service writes it', async () => {
  storeFirstReferral(cookies, 'OLD')
  expect(await goesOnWith('new')).toBe('NEW')
  expect(storedReferral(cookies)).toBe('NEW')
})

test('D-006 C11.28 a later code without a partner keeps the stored code, and the registration goes on with the stored code', async () => {
  storeFirstReferral(cookies, 'OLD')
  expect(await goesOnWith('unknown')).toBe('OLD')
  expect(storedReferral(cookies)).toBe('OLD')
})

test('an unknown first code gives way to a valid one', async () => {
  storeFirstReferral(cookies, 'abc')
  expect(await goesOnWith('NEW')).toBe('NEW')
  expect(storedReferral(cookies)).toBe('NEW')
})

test('while the service does not answer, the code of the link goes on and the stored one stays', async () => {
  storeFirstReferral(cookies, 'OLD')
  expect(await goesOnWith('LOST')).toBe('LOST')
  expect(storedReferral(cookies)).toBe('OLD')
})

test('STA-040 without a code in the link the stored one goes on, without a call', async () => {
  expect(await goesOnWith('')).toBeNull()
  expect(storedReferral(cookies)).toBeNull()
  storeFirstReferral(cookies, 'OLD')
  expect(await goesOnWith('')).toBe('OLD')
  expect(await goesOnWith('OLD')).toBe('OLD')
  expect(asked).toEqual([])
})

test('C11.28 a stored code is read without the signs of mails; a first code never replaces it', () => {
  cookies.write('referral', 'OLD).')
  expect(storedReferral(cookies)).toBe('OLD')
  storeFirstReferral(cookies, 'NEW')
  expect(storedReferral(cookies)).toBe('OLD')
  storeValidReferral(cookies, 'NEW')
  expect(storedReferral(cookies)).toBe('NEW')
})
