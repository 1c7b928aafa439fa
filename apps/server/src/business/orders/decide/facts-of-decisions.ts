import type { Fact } from '../../../network/facts.ts'
import type { FiguresEngine } from '../../../network/figures-engine.ts'
import type { OrderDecision } from './decide-orders.ts'

/** A fact that a decided order leaves. */
export type OrderFact = Extract<Fact, { kind: 'order' | 'rank' }>

type Ids = Pick<FiguresEngine, 'ids'>

/** The facts of the decisions of a turn, numbered from `firstFact`, as they would be read from the database. */
export const factsOfTurn = (
  engine: Ids,
  decisions: readonly OrderDecision[],
  firstFact: number,
): OrderFact[] => decisions.flatMap((decision, at) => factsOf(engine, decision, firstFact + at))

/** The facts of a decision, as they would be read from the database. */
export function factsOf(
  { ids }: Ids,
  { order, reaches }: OrderDecision,
  fact: number,
): OrderFact[] {
  const { row, paidAt, cents } = order
  return [
    { kind: 'order', fact, partnerId: ids[row]!, paidAt, cents },
    ...reaches.map(({ partnerId, ladder, rankId }) => ({
      kind: 'rank' as const,
      fact,
      partnerId,
      ladder,
      rankId,
    })),
  ]
}
