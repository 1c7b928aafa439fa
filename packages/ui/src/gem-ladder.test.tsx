// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { GemLadder } from './gem-ladder.tsx'

afterEach(cleanup)

test('the strip is one image with a text; the held rank is framed, later ranks are dimmed', () => {
  const steps = [
    { id: 1, code: 'FREE', name: 'Free', state: 'reached' as const },
    { id: 2, code: 'AMBER', name: 'Amber', state: 'current' as const },
    { id: 3, code: 'JADE', name: 'Jade', state: 'ahead' as const },
  ]
  render(<GemLadder steps={steps} label="Amber, rank 2 of 3" />)
  const strip = screen.getByRole('img', { name: 'Amber, rank 2 of 3' })
  const [free, amber, jade] = [...strip.children]
  expect([free, amber, jade].map((step) => step!.className)).toEqual(['', 'active', ''])
  expect(jade!.querySelector('.rank-gem.dimmed')).not.toBeNull()
  expect(amber!.querySelector('.rank-gem.dimmed')).toBeNull()
  expect(amber!.getAttribute('title')).toBe('Amber')
})
