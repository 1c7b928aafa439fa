/** Versions of a plan that follow one another within half a year, one in the middle of a month each. */

import { defaultPlan, PROGRAMMES, type Plan, type Programme } from './plan.ts'

const FORTNIGHT = 14 * 86_400_000

/** A plan whose programmes start one after the other, from May on, most of them in the middle of a month. */
export function startingPlan(): Plan {
  const plan = defaultPlan()
  for (const [i, name] of PROGRAMMES.entries()) {
    plan.programmes[name].from = Date.UTC(2025, 4, 1) + i * FORTNIGHT
  }
  return plan
}

/** What is loaded after a plan like `first`: other shares and ranks from July on, other programmes from September on. */
export function changingPlans(first = defaultPlan()): Plan[] {
  const summer = structuredClone(first)
  summer.validFrom = Date.UTC(2025, 6, 15, 12)
  summer.activity = { ...first.activity, minimum: '60', days: 20 }
  for (const row of summer.unilevel) if (row.kind === 'DIRECT') row.percent = '33.3'
  for (const rank of summer.ranks) {
    rank.turnover = scaled(rank.turnover, 5n, 4n)
    if (rank.bonus !== '0') rank.bonus += '.77'
  }
  const autumn = structuredClone(summer)
  autumn.validFrom = Date.UTC(2025, 8, 11, 7)
  for (const programme of Object.values(autumn.programmes)) change(programme)
  return [summer, autumn]
}

/** Easier targets, other values. */
function change({ rows }: Programme): void {
  for (const row of rows) {
    if (row.target !== undefined) row.target = scaled(row.target, 4n, 5n)
    if (row.percent !== undefined) row.percent += row.percent.includes('.') ? '1' : '.1'
    if (row.amount !== undefined) row.amount += '.33'
  }
}

/** A whole number of euros stays one. */
function scaled(euro: string, by: bigint, of: bigint): string {
  return String((BigInt(euro) * by) / of)
}
