import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import type { Closing } from '../months/closing.ts'
import { closingText, correctionRecords, ownRecords } from '../months/seal-closing.ts'
import { type SealLeaves, SealTree } from './seal-tree.ts'
import type { StatementSeal } from './statement.ts'

/** A month's seal, with its trees as far as it has any. */
export type OpenedSeal = {
  readonly sealedAt: number
  readonly hash: Buffer
  /** The seal of a partner's records of one currency. */
  readonly forPartners: (db: Db, partnerIds: readonly number[]) => Promise<PartnerSeals>
}

/** The seals of one page of partners. */
export type PartnerSeals = (partnerId: number, currency: string) => StatementSeal

/**
 * Opens the seal of a closing. Reads all its records once, unless it was made before records formed trees. The records of
 * a closing that stand in a later statement are not proved in this one.
 *
 * Fails if the records are not those that were sealed.
 */
export async function openSeal(
  core: Core,
  closing: Closing,
  { isInOwnMonth }: { readonly isInOwnMonth: boolean },
): Promise<OpenedSeal> {
  const { read } = core.database
  const seals = await read
    .selectFrom('periodSeals')
    .selectAll()
    .where('closingId', '<=', closing.id)
    .orderBy('closingId', 'desc')
    .limit(2)
    .execute()
  const [seal, before] = seals as [(typeof seals)[number], ...typeof seals]
  const { recordsRoot, lateRoot } = seal
  const named = {
    period: closing.period,
    sealedAt: seal.sealedAt,
    hash: seal.hash.toString('hex'),
    before: before?.hash.toString('hex') ?? '',
    closing: closingText(closing),
    recordsHash: seal.recordsHash.toString('hex'),
    lateHash: seal.lateHash.toString('hex'),
  }
  const prove = isInOwnMonth ? proofOf : proofOfNone
  const common = { sealedAt: seal.sealedAt, hash: seal.hash }
  if (recordsRoot === null || lateRoot === null) {
    return { ...common, forPartners: async () => () => ({ ...named, trees: null }) }
  }
  const own = await SealTree.read(core.database, ownRecords(closing))
  const late = await SealTree.read(core.database, correctionRecords(closing))
  if (!own.root.equals(recordsRoot) || !late.root.equals(lateRoot)) {
    throw new Error(`The records of ${closing.period} are not those that were sealed`)
  }
  const roots = { recordsRoot: recordsRoot.toString('hex'), lateRoot: lateRoot.toString('hex') }
  return {
    ...common,
    forPartners: async (db, partnerIds) => {
      const records = await own.leavesOf(db, partnerIds)
      const corrections = await late.leavesOf(db, partnerIds)
      return (partnerId, currency) => ({
        ...named,
        trees: {
          ...roots,
          records: prove(records, partnerId, currency),
          corrections: prove(corrections, partnerId, currency),
        },
      })
    },
  }
}

const proofOf = (leaves: SealLeaves, partnerId: number, currency: string) =>
  leaves.prove(
    leaves.leaves.filter(({ row }) => row.partnerId === partnerId && row.currency === currency),
  )

const proofOfNone = (leaves: SealLeaves) => leaves.prove([])
