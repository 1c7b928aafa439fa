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
  render(<Progress segments={segments} label="12.5 %" />)
  const parts = [...screen.getByRole('img', { name: '12.5 %' }).children]
  expect(parts.map(({ className }) => className)).toEqual(['a3'])
})
