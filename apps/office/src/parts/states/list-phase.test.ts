import { expect, test } from 'vitest'

import { listPhase } from './list-phase.ts'

const QUIET = {
  isPending: false,
  isFetchingNextPage: false,
  isError: false,
  isPlaceholderData: false,
}

test.each([
  ['loading', { isPending: true }, 0],
  ['success', {}, 20],
  ['empty', {}, 0],
  ['error', { isError: true }, 0],
  ['error', { isError: true }, 20],
  ['loadingMore', { isFetchingNextPage: true }, 20],
  ['loadingMore', { isFetchingNextPage: true, isError: true }, 20],
] as const)('TEA-061 a list is %s: %j with %d rows', (phase, progress, rows) => {
  expect(listPhase({ ...QUIET, ...progress }, rows)).toBe(phase)
})

test('TRE-016 the rows of the list below stay while the list above loads: loadingUp', () => {
  expect(listPhase({ ...QUIET, isPlaceholderData: true }, 20)).toBe('loadingUp')
})
