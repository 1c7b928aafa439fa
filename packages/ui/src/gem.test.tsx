// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { gemDrawing } from './gem-drawing.ts'
import { Gem } from './gem.tsx'

afterEach(cleanup)

const RANKS = [
  'FREE',
  'AMBER',
  'JADE',
  'PEARL',
  'TOPAZ',
  'SAPPHIRE',
  'RUBY',
  'EMERALD',
  'DIAMOND',
  'ULTIMA_DIAMOND',
  'DOUBLE_ULTIMA_DIAMOND',
  'TRIPLE_ULTIMA_DIAMOND',
]

const markup = (code: string) => render(<Gem code={code} />).container.innerHTML

test('every rank has a stone of its own', () => {
  expect(new Set(RANKS.map(markup)).size).toBe(RANKS.length)
})

test('a facet has the place and the colour of the reference drawing', () => {
  expect(gemDrawing('RUBY').facets).toContainEqual({
    d: 'M33.4 14.6L33.4 33.4L29.6 31L29.6 17Z',
    fill: '#b30a46',
  })
  expect(gemDrawing('JADE').facets[0]).toEqual({
    d: 'M24 2.5L42.62 13.25L30.25 13.17Z',
    fill: '#7dbd98',
  })
  expect(gemDrawing('JADE').facets).toContainEqual({
    d: 'M42.62 34.75L24 45.5L30.25 34.83Z',
    fill: '#388563',
  })
})

test('the highest diamonds carry one, two and three marks', () => {
  const marks = (code: string) => gemDrawing(code).facets.filter(({ d }) => d.includes('41.2l'))
  const diamonds = ['DIAMOND', 'ULTIMA_DIAMOND', 'DOUBLE_ULTIMA_DIAMOND', 'TRIPLE_ULTIMA_DIAMOND']
  expect(diamonds.map((code) => marks(code).length)).toEqual([0, 1, 2, 3])
})

test('a rank that was added later gets a grey stone', () => {
  const { facets } = gemDrawing('OBSIDIAN')
  expect(facets.length).toBeGreaterThan(0)
  for (const { fill } of facets) {
    const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(fill.slice(at, at + 2), 16))
    expect(Math.max(r!, g!, b!) - Math.min(r!, g!, b!)).toBeLessThan(10)
  }
  expect(gemDrawing('toString')).toEqual(gemDrawing('OBSIDIAN'))
})
