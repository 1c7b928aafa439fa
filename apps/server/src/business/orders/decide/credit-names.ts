import type { Credit, RankReach } from './decide-orders.ts'

/** What the transfer of a credit is called: the key that makes it happen once, and what its line says. */
export function namesOf(
  credit: Pick<Credit, 'type' | 'partnerId' | 'level' | 'rankId'>,
  orderId: number,
): { readonly key: string; readonly reference: string } {
  const { type, level, rankId } = credit
  return type === 'TURNOVER'
    ? { key: rankKey(credit), reference: `rank ${rankId}, order ${orderId}` }
    : { key: `order:${orderId}:${level}`, reference: `order ${orderId}` }
}

/** The key of the credit for a reached rank; null on the ladder that credits none. */
export const creditKey = (reach: RankReach): string | null =>
  reach.ladder === 'bonus' ? rankKey(reach) : null

/** A partner is credited for a rank once, whichever order reaches it. */
const rankKey = ({
  partnerId,
  rankId,
}: {
  readonly partnerId: number
  readonly rankId: number | null
}): string => `rank:${partnerId}:${rankId}`
