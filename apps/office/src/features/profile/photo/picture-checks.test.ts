import { expect, test } from 'vitest'

import {
  DEFAULT_MOST_KB,
  enlargementOf,
  fileProblem,
  pixelProblem,
  PROFILE_MOST_KB,
  UPLOAD,
  zoomOf,
} from './picture-checks.ts'

test('PRF-024 the upload loading states are 0 idle, 1 uploading, 2 success, 3 failed', () => {
  expect(UPLOAD).toEqual({ idle: 0, uploading: 1, success: 2, failed: 3 })
})

test('PRF-027 the own default limit of the upload is 10240 KB; the profile sets 1024 KB', () => {
  expect([DEFAULT_MOST_KB, PROFILE_MOST_KB]).toEqual([10_240, 1_024])
  const of = (kb: number) => ({ type: 'image/png', size: kb * 1_024 })
  expect(fileProblem(of(10_240))).toBeNull()
  expect(fileProblem({ ...of(10_240), size: 10_240 * 1_024 + 1 })).toEqual({
    kind: 'size',
    mostKb: 10_240,
  })
  expect(fileProblem(of(1_024), PROFILE_MOST_KB)).toBeNull()
  expect(fileProblem(of(1_025), PROFILE_MOST_KB)).toEqual({ kind: 'size', mostKb: 1_024 })
})

test('a picture is an image of at least 300 pixels on each side', () => {
  expect(fileProblem({ type: 'application/pdf', size: 1 })).toEqual({ kind: 'type' })
  expect(fileProblem({ type: '', size: 1 })).toEqual({ kind: 'type' })
  expect(pixelProblem({ width: 300, height: 300 })).toBeNull()
  for (const [width, height] of [
    [299, 300],
    [300, 299],
  ] as const) {
    expect(pixelProblem({ width, height })).toEqual({ kind: 'pixels', width, height })
  }
})

test('the zoom from 0 to 100 enlarges up to three times, and back', () => {
  expect([0, 50, 100].map(enlargementOf)).toEqual([1, 2, 3])
  for (const zoom of [0, 1, 35, 99, 100]) expect(zoomOf(enlargementOf(zoom))).toBe(zoom)
})
