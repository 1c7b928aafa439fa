import { type RawBuilder, sql } from 'kysely'

import { type Db, type Database, type Tx } from '../../db/database.ts'
import { readCursor } from '../../db/read-cursor.ts'
import { bonusLine, type BonusRow, bonusRows } from '../exports/bonus-rows.ts'
import { leafHash, leftSize, MerkleRoot, nodeHash } from '../months/merkle-tree.ts'

/** Leaves of a seal, and the neighbours that lead from them to its root. */
export type Inclusion = {
  /** The number of leaves of the whole tree. */
  readonly size: number
  readonly leaves: readonly { readonly index: number; readonly line: string }[]
  /** Hashes of the subtrees without one of these leaves, from left to right, in hex. */
  readonly path: readonly string[]
}

/** This many leaves share one stored hash; the leaves themselves are read again for a proof. */
const LEAVES_A_BLOCK = 256

/** Where a block begins: the partner of its first leaf, and the place of that partner's first leaf. */
type Start = { readonly partnerId: number; readonly index: number }

/**
 * The Merkle tree over the records of a seal, without its lowest levels: about 0.2 bytes for each record.
 *
 *     leaves   read again, those of the blocks with the proved records only
 *     blocks   their roots, kept
 *     above    computed when first needed, kept
 */
export class SealTree {
  readonly #which: RawBuilder<unknown>
  readonly #blocks: Buffer[] = []
  readonly #starts: Start[] = []
  readonly #above = new Map<string, Buffer>()
  #size = 0

  private constructor(which: RawBuilder<unknown>) {
    this.#which = which
  }

  /** Reads all records of a seal once; `which` is the condition that selects them. */
  static async read(
    database: Pick<Database, 'snapshot'>,
    which: RawBuilder<unknown>,
  ): Promise<SealTree> {
    const tree = new SealTree(which)
    await database.snapshot((tx) => tree.#readAll(tx))
    return tree
  }

  async #readAll(tx: Tx): Promise<void> {
    let block = new MerkleRoot()
    let partner: Start = { partnerId: 0, index: 0 }
    for await (const row of readCursor(tx, bonusRows(this.#which))) {
      if (row.partnerId !== partner.partnerId) {
        partner = { partnerId: row.partnerId, index: this.#size }
      }
      if (this.#size % LEAVES_A_BLOCK === 0) this.#starts.push(partner)
      block.add(leafHash(bonusLine(row)))
      this.#size += 1
      if (this.#size % LEAVES_A_BLOCK === 0) {
        this.#blocks.push(block.root)
        block = new MerkleRoot()
      }
    }
    if (this.#size % LEAVES_A_BLOCK !== 0) this.#blocks.push(block.root)
  }

  get root(): Buffer {
    return this.#size === 0 ? new MerkleRoot().root : this.#hashAbove(0, this.#size)
  }

  /** The leaves around the records of some partners, with their places. Partners are given in ascending order. */
  async leavesOf(db: Db, partnerIds: readonly number[]): Promise<SealLeaves> {
    const [first, last] = [partnerIds[0]!, partnerIds.at(-1)!]
    const before = this.#starts.findLastIndex(({ partnerId }) => partnerId < first)
    const start = this.#starts[Math.max(0, before)]
    if (start === undefined) return new SealLeaves(this.#size, [], this.#subtree)
    const end = this.#starts.find(({ partnerId }) => partnerId > last)?.partnerId ?? null
    const upTo = end === null ? sql`true` : sql`partner_id <= ${end}`
    const { rows } = await bonusRows(
      sql`${this.#which} and partner_id >= ${start.partnerId} and ${upTo}`,
    ).execute(db)
    const leaves = rows.map((row, at) => ({ row, index: start.index + at, line: bonusLine(row) }))
    return new SealLeaves(this.#size, leaves, this.#subtree)
  }

  readonly #subtree = (low: number, high: number): Buffer | null => {
    const isWhole =
      low % LEAVES_A_BLOCK === 0 && (high % LEAVES_A_BLOCK === 0 || high === this.#size)
    return isWhole ? this.#hashAbove(low, high) : null
  }

  #hashAbove(low: number, high: number): Buffer {
    if (high - low <= LEAVES_A_BLOCK) return this.#blocks[low / LEAVES_A_BLOCK]!
    const key = `${low} ${high}`
    const known = this.#above.get(key)
    if (known !== undefined) return known
    const middle = low + leftSize(high - low)
    const hash = nodeHash(this.#hashAbove(low, middle), this.#hashAbove(middle, high))
    this.#above.set(key, hash)
    return hash
  }
}

type Leaf = { readonly row: BonusRow; readonly index: number; readonly line: string }

/** Neighbouring leaves of a seal, with the tree around them. */
export class SealLeaves {
  readonly leaves: readonly Leaf[]
  readonly #size: number
  readonly #hashes: ReadonlyMap<number, Buffer>
  readonly #subtree: (low: number, high: number) => Buffer | null

  constructor(
    size: number,
    leaves: readonly Leaf[],
    subtree: (low: number, high: number) => Buffer | null,
  ) {
    this.leaves = leaves
    this.#size = size
    this.#hashes = new Map(leaves.map(({ index, line }) => [index, leafHash(line)]))
    this.#subtree = subtree
  }

  /** Proves that leaves belong to the seal. Source: RFC 6962, section 2.1.1, for several leaves at once. */
  prove(leaves: readonly Leaf[]): Inclusion {
    const path: string[] = []
    const indexes = leaves.map(({ index }) => index)
    const walk = (low: number, high: number) => {
      if (!indexes.some((index) => index >= low && index < high)) {
        path.push(this.#hash(low, high).toString('hex'))
      } else if (high - low > 1) {
        const middle = low + leftSize(high - low)
        walk(low, middle)
        walk(middle, high)
      }
    }
    if (indexes.length > 0) walk(0, this.#size)
    return { size: this.#size, leaves: leaves.map(({ index, line }) => ({ index, line })), path }
  }

  #hash(low: number, high: number): Buffer {
    const whole = this.#subtree(low, high)
    if (whole !== null) return whole
    if (high - low === 1) return this.#hashes.get(low)!
    const middle = low + leftSize(high - low)
    return nodeHash(this.#hash(low, middle), this.#hash(middle, high))
  }
}
