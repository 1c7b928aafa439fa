// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { Progress } from './progress.tsx'

afterEach(cleanup)

test('an empty part is not drawn', () => {
  const segments = [
    { percent: 0, tone: 'leg1' },
    { percent: 12.5, tone: 'others' },
  ] as const
  render(<Progress segments={segments} label="12.5%" />)
  const parts = [...screen.getByRole('img', { name: '12.5%' }).children]
  expect(parts.map(({ className }) => className)).toEqual(['tone-others'])
})

test.each([
  ['a cent below the target', [60, 39.99999999], 'progress-bar open'],
  ['the target', [33.333333333333, 66.666666666666], 'progress-bar'],
])('%s: %j', (_row, percents, look) => {
  const [first = 0, second = 0] = percents
  const segments = [
    { percent: first, tone: 'leg1' },
    { percent: second, tone: 'leg2' },
  ] as const
  render(<Progress segments={segments} label="bar" />)
  expect(screen.getByRole('img', { name: 'bar' }).className).toBe(look)
})
