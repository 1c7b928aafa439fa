import type { RefusalCode } from '@partner-office/domain'
import { expect, test } from 'vitest'

import { ERROR_CODES, type ErrorCode, STATUS_OF_CODE } from './error-codes.ts'

test('every code has a status, and a code without one does not compile', () => {
  expect(ERROR_CODES).toEqual(Object.keys(STATUS_OF_CODE))
  const { not_unique: _status, ...others } = STATUS_OF_CODE
  // @ts-expect-error: the status of `not_unique` is missing.
  const incomplete: Readonly<Record<RefusalCode, number>> = others
  expect(incomplete).not.toHaveProperty('not_unique')
})

test('a status for an unknown code does not compile', () => {
  const statuses = {
    ...STATUS_OF_CODE,
    // @ts-expect-error: no refusal has this code.
    disk_full: 503,
  } satisfies Readonly<Record<ErrorCode, number>>
  expect(Object.keys(statuses)).toHaveLength(ERROR_CODES.length + 1)
})
