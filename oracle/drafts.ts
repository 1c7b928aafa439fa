/** Drafts of plans to run over closed months: each changes other parts of the plan. */

import type { Plan } from './plan.ts'
import type { Random } from './random.ts'

type Change = (draft: Plan, random: Random) => void

const CHANGES: readonly Change[] = [
  ({ unilevel }, random) => {
    for (const row of unilevel)
      if (random.chance(0.5)) row.percent = random.pick(['0', '0.5', '2.25', '4'])
  },
  ({ ranks }, random) => {
    const factor = random.pick([0.5, 0.8, 1.5])
    for (const rank of ranks.slice(1)) {
      rank.turnover = String(Math.round(Number(rank.turnover) * factor))
      if (rank.bonus !== '0') rank.bonus += rank.bonus.includes('.') ? '1' : '.5'
    }
  },
  ({ activity }, random) => {
    activity.minimum = random.pick(['0.01', '50', '100'])
    activity.days = random.pick([10, 30, 45])
    activity.neededForDirect = random.chance(0.5)
  },
  ({ programmes }, random) => {
    for (const { rows } of Object.values(programmes)) {
      for (const row of rows) {
        if (row.target !== undefined) row.target = String(Math.round(Number(row.target) * 0.8))
        if (row.amount !== undefined && random.chance(0.5))
          row.amount += row.amount.includes('.') ? '1' : '.25'
      }
    }
  },
  (draft, random) => {
    draft.countOwnTurnover = !draft.countOwnTurnover
    draft.ranksAreKept = random.chance(0.7)
  },
  withoutARank,
]

/** The ranks that programmes ask for stay. */
function withoutARank(draft: Plan): void {
  const asked = new Set(
    Object.values(draft.programmes).flatMap(({ rows }) =>
      rows.map(({ minimumRank }) => minimumRank),
    ),
  )
  const least = draft.ranks.slice(1).find(({ code }) => !asked.has(code))
  if (least !== undefined) draft.ranks = draft.ranks.filter((rank) => rank !== least)
}

/** A draft that changes one to three parts of a plan. */
export function randomDraft(plan: Plan, random: Random): Plan {
  const draft = structuredClone(plan)
  for (const change of random.shuffled([...CHANGES]).slice(0, random.int(1, 3)))
    change(draft, random)
  return draft
}
