// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { LegBar } from './leg-bar.tsx'

afterEach(cleanup)

const partsOf = (bar: HTMLElement) =>
  [...bar.querySelectorAll<HTMLElement>('.lane > i')].map(({ className, style }) => [
    className,
    style.inlineSize,
  ])

test('turnover above the cap is hatched, and the cap is marked', () => {
  render(<LegBar tone="leg1" counted={60} total={90} cap={60} label="75 of 92 counts" />)
  const bar = screen.getByRole('img', { name: '75 of 92 counts' })
  expect(partsOf(bar)).toEqual([
    ['tone-leg1', '60%'],
    ['hatch', '30%'],
  ])
  expect(bar.querySelector<HTMLElement>('.cap-mark')!.style.getPropertyValue('--at')).toBe('60%')
})

test('without a cap there is neither a hatch nor a mark', () => {
  render(<LegBar tone="others" counted={20} total={20} label="20 counts" />)
  const bar = screen.getByRole('img', { name: '20 counts' })
  expect(partsOf(bar)).toEqual([['tone-others', '20%']])
  expect(bar.querySelector('.cap-mark')).toBeNull()
})

test('planned turnover is between the counting turnover and the turnover above the cap', () => {
  render(<LegBar tone="leg2" counted={20} planned={10} total={45} cap={30} label="plan" />)
  expect(partsOf(screen.getByRole('img', { name: 'plan' }))).toEqual([
    ['tone-leg2', '20%'],
    ['tone-leg2 plan', '10%'],
    ['hatch', '15%'],
  ])
})
