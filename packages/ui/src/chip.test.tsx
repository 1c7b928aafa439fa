// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { Chip, CHIP_TONES } from './chip.tsx'

afterEach(cleanup)

test('NAV-035 chips are blue, orange, red, green, grey and grey-stroke', () => {
  for (const tone of CHIP_TONES) render(<Chip tone={tone}>{tone}</Chip>)
  for (const tone of ['blue', 'orange', 'red', 'green', 'grey', 'grey-stroke'])
    expect(screen.getByText(tone).className).toBe(`chip tone-${tone}`)
  expect(CHIP_TONES).toHaveLength(6)
})
