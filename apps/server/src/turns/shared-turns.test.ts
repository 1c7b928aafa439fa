import fc from 'fast-check'
import { setImmediate as immediately } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'

import { SharedTurns } from './shared-turns.ts'

const ENDLESS_MS = 60_000

/** Turns that answer each call with itself, and the numbers of calls that they took; a late lane may find none. */
function openTurns(lanes: number, { mostTogether = 50, shareAbove = 4 } = {}) {
  const sizes: number[] = []
  const turns = new SharedTurns<number, number>(
    async (take) => {
      await immediately()
      const calls = take()
      if (calls.length > 0) sizes.push(calls.length)
      await immediately()
      return calls
    },
    { lanes, mostTogether, shareAbove, longestWaitMs: ENDLESS_MS, busy: 'too many wait' },
  )
  return { turns, sizes }
}

describe('the calls of a turn', () => {
  test.each([
    { lanes: 1, calls: 16, sizes: [16] },
    { lanes: 2, calls: 16, sizes: [8, 8] },
    { lanes: 2, calls: 17, sizes: [9, 8] },
    { lanes: 2, calls: 4, sizes: [4] },
    { lanes: 2, calls: 5, sizes: [4, 1] },
    { lanes: 2, calls: 120, sizes: [50, 50, 10, 10] },
  ])('$calls calls at once share $lanes lanes as $sizes', async ({ lanes, calls, sizes }) => {
    const opened = openTurns(lanes)
    const all = Array.from({ length: calls }, (_, at) => at)
    expect(await Promise.all(all.map((call) => opened.turns.run(call)))).toEqual(all)
    expect(opened.sizes).toEqual(sizes)
  })

  test('a turn that shares nothing takes all that wait', async () => {
    const { turns, sizes } = openTurns(2, { shareAbove: 50 })
    await Promise.all(Array.from({ length: 16 }, (_, at) => turns.run(at)))
    expect(sizes).toEqual([16])
  })

  test('every call is answered, each with its own answer', async () => {
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.array(fc.integer(), { maxLength: 12 }), { maxLength: 6 }),
      async (lanes, mostTogether, waves) => {
        const { turns, sizes } = openTurns(lanes, { mostTogether })
        const answers: Promise<number>[] = []
        for (const wave of waves) {
          answers.push(...wave.map((call) => turns.run(call)))
          await immediately()
        }
        expect(await Promise.all(answers)).toEqual(waves.flat())
        expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(mostTogether)
      },
    )
    await fc.assert(property)
  })
})
