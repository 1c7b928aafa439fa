import { expect, test } from 'vitest'

import { LEG_TONES } from './leg-figures.ts'
import { toneAt } from './strong-legs.tsx'

test('the strongest leg has a colour of its own; legs that are not drawn share one', () => {
  expect([1, 2, LEG_TONES, LEG_TONES + 1].map(toneAt)).toEqual(['leg1', 'leg2', 'leg2', 'others'])
})
