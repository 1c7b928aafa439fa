import type { CallReply, getPlanHolders } from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import { inSlices } from '../../network/in-slices.ts'
import type { TeamIndex } from '../../network/search/team-index.ts'

const ROWS_A_STEP = 1_000

/** Counts who holds each rank of the plan in force now. Source: requirements PLN-005. */
export async function countHolders({
  network,
  clock,
}: Core): Promise<CallReply<typeof getPlanHolders>> {
  const index = await network.teams(clock())
  const counts = await inSlices(counting(index))
  return { content: index.ladder.codes.map((code, place) => ({ code, partners: counts[place]! })) }
}

function* counting(index: TeamIndex): Generator<void, number[]> {
  const counts = index.ladder.codes.map(() => 0)
  for (let row = 0; row < index.engine.size; row += 1) {
    counts[index.rankOf(row)]! += 1
    if (row % ROWS_A_STEP === 0) yield
  }
  return counts
}
