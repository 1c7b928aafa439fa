import type { Db } from '../../db/database.ts'
import type { Movement } from './read-movements.ts'
import type { StatementWords } from './statement-words.ts'

/** What a payout keeps for ever: a statement says nothing that can change after its month. */
export type BookedPayout = { readonly id: number; readonly address: string }

const REFERENCE = /^payout (\d+)$/

/** The payouts that movements refer to, by their references. */
export async function readBookedPayouts(
  db: Db,
  movements: readonly Movement[],
): Promise<ReadonlyMap<string, BookedPayout>> {
  const ids = new Set(
    movements.flatMap(({ reference }) => {
      const [, id] = REFERENCE.exec(reference) ?? []
      return id === undefined ? [] : [Number(id)]
    }),
  )
  if (ids.size === 0) return new Map()
  const payouts = await db
    .selectFrom('payouts')
    .select(['id', 'address'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(payouts.map((payout) => [`payout ${payout.id}`, payout]))
}

const TEXTS = {
  PAYOUT: 'entry.payout',
  PAYOUT_FEE: 'entry.payoutFee',
  PAYOUT_REFUND: 'entry.payoutReturned',
  PAYOUT_FEE_REFUND: 'entry.payoutFeeReturned',
} as const

const isPayoutKind = (kind: string): kind is keyof typeof TEXTS => kind in TEXTS

/** A movement without a rule, in words: what was paid out, to which address, or came back. */
export function payoutText(
  words: StatementWords,
  { kind, reference }: Movement,
  payouts: ReadonlyMap<string, BookedPayout>,
): string {
  const payout = payouts.get(reference)
  if (payout === undefined || !isPayoutKind(kind)) {
    return words.say('entry.other', { kind, reference })
  }
  return words.say(TEXTS[kind], payout)
}
