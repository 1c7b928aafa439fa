// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { ProgressCircle } from './progress-circle.tsx'

afterEach(cleanup)

test.each([
  [0, '282.6'],
  [25, '211.95'],
  [100, '0'],
])('NAV-042 %i percent of a circumference of 282.6', (percent, left) => {
  render(<ProgressCircle percent={percent} label={`${percent}%`} />)
  const arc = screen.getByRole('img', { name: `${percent}%` }).lastElementChild!
  expect(arc.getAttribute('stroke-dasharray')).toBe('282.6')
  expect(arc.getAttribute('stroke-dashoffset')).toBe(left)
})
