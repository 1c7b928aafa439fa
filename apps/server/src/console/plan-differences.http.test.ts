// Drafts of plans over closed months, beside what these months have credited.
import { EXPLAINED_STEPS } from '@partner-office/contracts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { changingPlans } from '../../../../oracle/changing-plans.ts'
import { type Side, sides } from '../../../../oracle/difference.ts'
import { randomDraft } from '../../../../oracle/drafts.ts'
import { defaultPlan, type Plan } from '../../../../oracle/plan.ts'
import { Random } from '../../../../oracle/random.ts'
import { randomMonths } from '../../../../oracle/random-months.ts'
import { onPostgres } from '../testing/databases.ts'
import { DifferenceDesk, unitsOf } from '../testing/difference-desk.ts'
import { documentOf } from '../testing/scenario.ts'

const PLAN = defaultPlan()
const [SUMMER] = changingPlans(PLAN) as [Plan]
/** The months before and after the one in which the plan changes. */
const BEFORE_CHANGE = ['2025-05', '2025-06']
const AFTER_CHANGE = ['2025-08', '2025-09', '2025-10']

/** A side without the numbers of records, which the file does not tell. */
const amounts = (side: Side) =>
  new Map(
    Array.from(side, ([key, { coins, eur }]) => [key, { coins, eur }] as const).toSorted(
      ([a], [b]) => (a < b ? -1 : 1),
    ),
  )

const sumOf = (texts: readonly (string | null)[]): bigint =>
  texts.reduce((sum, text) => sum + unitsOf(text ?? '0'), 0n)

onPostgres('a draft over closed months', (newDatabase) => {
  const scenario = randomMonths({
    seed: 7,
    shape: 'preferential',
    partners: 50,
    oddRates: true,
    plan: PLAN,
    laterPlans: [SUMMER],
  })
  let at: DifferenceDesk
  beforeAll(async () => {
    at = await DifferenceDesk.open(await newDatabase(), { scenario })
  })

  test.for([
    [{ ...PLAN, validFrom: Date.UTC(2025, 1, 1) }, BEFORE_CHANGE],
    [SUMMER, AFTER_CHANGE],
  ] as const)(
    'PLN-011 the version in force gives an empty difference over late orders, cancellations and blocks: %#',
    async ([plan, months]) => {
      const { id, result } = await at.run(documentOf(plan), months)
      expect(result).toMatchObject({ records: 0, partners: 0, gains: [], losses: [] })
      const { real, draft } = await at.sides(id)
      expect(real.size).toBeGreaterThan(20)
      expect(draft).toEqual(real)
    },
  )

  test.for([
    [1, AFTER_CHANGE],
    [2, [...BEFORE_CHANGE, '2025-07', ...AFTER_CHANGE]],
    [3, ['2025-09', '2025-06']],
    [4, AFTER_CHANGE],
    [5, BEFORE_CHANGE],
    [6, AFTER_CHANGE],
  ] as const)(
    'PLN-010 both sides are those of an independent computation: draft %i',
    async ([seed, months]) => {
      const draft = randomDraft(PLAN, new Random(seed))
      const { id, months: sorted, result } = await at.run(documentOf(draft), months)
      expect(sorted).toEqual([...months].toSorted())
      const expected = sides(scenario, draft, months)
      const found = await at.sides(id)
      expect(amounts(found.real)).toEqual(amounts(expected.real))
      expect(amounts(found.draft)).toEqual(amounts(expected.draft))
      expect(result.partners).toBeGreaterThan(0)
    },
  )
})
void EXPLAINED_STEPS
void sql
void sumOf
