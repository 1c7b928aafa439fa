import { createHash } from 'node:crypto'

const LEAF = Buffer.from([0])
const NODE = Buffer.from([1])

const sha256 = (...parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** The hash of one record's line. Source: RFC 6962, section 2.1. */
export const leafHash = (line: string): Buffer => sha256(LEAF, line)

/** The hash of two neighbouring nodes. Source: RFC 6962, section 2.1. */
export const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(NODE, left, right)

/** The root of a tree without leaves. Source: RFC 6962, section 2.1. */
export const EMPTY_ROOT = sha256()

/**
 * The root of a Merkle tree whose leaves are added one by one, in memory that grows with the logarithm of their number.
 *
 *     waiting      complete subtrees that have no right neighbour yet, the largest first
 *     add          a new leaf joins the last subtree of the same size, the result joins the next one, and so on
 *     root         joins what is waiting, from the smallest to the largest
 *
 * Source: RFC 6962, section 2.1.
 */
export class MerkleRoot {
  readonly #waiting: { readonly height: number; readonly hash: Buffer }[] = []

  /** Adds the hash of a leaf, or of a complete subtree of as many leaves as each one before. */
  add(hash: Buffer): void {
    let node = { height: 0, hash }
    while (this.#waiting.at(-1)?.height === node.height) {
      const left = this.#waiting.pop()!
      node = { height: node.height + 1, hash: nodeHash(left.hash, node.hash) }
    }
    this.#waiting.push(node)
  }

  get root(): Buffer {
    const [last, ...others] = this.#waiting.map(({ hash }) => hash).toReversed()
    if (last === undefined) return EMPTY_ROOT
    return others.reduce((right, left) => nodeHash(left, right), last)
  }
}

/** The number of leaves on the left of a tree: the largest power of two below its size. */
export const leftSize = (size: number): number => 2 ** Math.floor(Math.log2(size - 1))
