import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { fraction } from '../../fraction.ts'
import { reachesTarget } from '../fifty-percent-rule.ts'
import { TargetTest } from './target-test.ts'

const percents = fc.constantFrom('0.5', '0.3', '0.25', '0.333333333', '0', '1')

test('C1 a target is reached in doubles exactly when the rule reaches it, also with caps below a cent', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 30 }),
      fc.tuple(percents, percents),
      fc.constantFrom('ranked' as const, 'sequential' as const),
      fc.array(fc.nat({ max: 20 }), { maxLength: 5 }),
      (target, given, rule, turnovers) => {
        const asked = {
          target: BigInt(target),
          percents: given.map((text) => fraction(text)),
          rule,
        }
        const legs = [...turnovers, 0, 0].sort((a, b) => b - a)
        const total = legs.reduce((sum, leg) => sum + leg, 0)
        const exact = reachesTarget({ ...asked, total: BigInt(total), topLegs: legs.map(BigInt) })
        expect(new TargetTest(asked).isReached(total, Float64Array.from(legs), 0)).toBe(exact)
      },
    ),
    { numRuns: 5000 },
  )
})

test.each([
  { about: 'a leg below its cap ends a sequence', legs: [45, 40, 20], isReached: true },
  { about: 'a leg at its cap does not', legs: [50, 40, 15], isReached: false },
])('C1 in sequence: $about', ({ legs, isReached }) => {
  const asked = {
    target: 100n,
    percents: [fraction('0.5'), fraction('0.3')],
    rule: 'sequential' as const,
  }
  expect(reachesTarget({ ...asked, total: 105n, topLegs: legs.map(BigInt) })).toBe(isReached)
  expect(new TargetTest(asked).isReached(105, Float64Array.from(legs), 0)).toBe(isReached)
})

test.each([
  { percents: ['1', '1'], smallest: Infinity },
  { percents: ['1', '0.5'], smallest: 50 },
  { percents: ['0.5', '0.333333333'], smallest: 33 },
  { percents: ['0.5', '0'], smallest: 0 },
])(
  'C1 a leg below $smallest decides nothing at the percents $percents',
  ({ percents: given, smallest }) => {
    const targets = new TargetTest({
      target: 100n,
      percents: given.map((text) => fraction(text)),
      rule: 'ranked',
    })
    expect(targets.smallestLeg).toBe(smallest)
  },
)
