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
