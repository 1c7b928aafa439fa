import { DAY_MS } from '@partner-office/domain'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import type { Database } from '../../db/database.ts'
import { IN_MONTH, openClosingNetwork } from '../../testing/closing-network.ts'
import { openEmbedded } from '../../testing/databases.ts'
import type { OrderCells } from '../../testing/network-files.ts'
import { bonusLine, bonusRows } from '../exports/bonus-rows.ts'
import { leafHash, leftSize, MerkleRoot, nodeHash } from '../months/merkle-tree.ts'
import { type Inclusion, SealTree } from './seal-tree.ts'

/** Partner 1 above 2 and 3, with 5 above 7 below 2. All are active, so each order of partner 7 credits 5, 2 and 1. */
const PARTNERS = [1, 2, 3, 5]
const ORDERS = [
  ...PARTNERS.map((id): OrderCells => [1_000 + id, id, IN_MONTH - DAY_MS, '60']),
  ...Array.from({ length: 300 }, (_, at): OrderCells => [at + 1, 7, IN_MONTH + at, '100']),
]

let database: Database
beforeAll(async () => {
  const { core } = await openClosingNetwork(await openEmbedded(), { orders: ORDERS })
  database = core.database
})

/** The root that a proof leads to, as its reader computes it. Source: RFC 6962, section 2.1.1. */
function provedRoot({ size, leaves, path }: Inclusion): Buffer {
  const left = [...path]
  const lines = new Map(leaves.map(({ index, line }) => [index, line]))
  const walk = (low: number, high: number): Buffer => {
    const isProved = leaves.some(({ index }) => index >= low && index < high)
    if (!isProved) return Buffer.from(left.shift()!, 'hex')
    if (high - low === 1) return leafHash(lines.get(low)!)
    const middle = low + leftSize(high - low)
    const before = walk(low, middle)
    return nodeHash(before, walk(middle, high))
  }
  const root = walk(0, size)
  expect(left).toEqual([])
  return root
}

describe.each([1, 256, 257, 700])('a seal of %s records', (size) => {
  const which = sql`id in (select id from bonus_records order by id limit ${size})`
  let tree: SealTree
  let lines: { partnerId: number; line: string }[]
  beforeAll(async () => {
    tree = await SealTree.read(database, which)
    const { rows } = await bonusRows(which).execute(database.read)
    lines = rows.map((row) => ({ partnerId: row.partnerId, line: bonusLine(row) }))
  })

  test('has the root of all its lines', () => {
    expect(lines).toHaveLength(size)
    const all = new MerkleRoot()
    for (const { line } of lines) all.add(leafHash(line))
    expect(tree.root).toEqual(all.root)
  })

  test.each([...PARTNERS.map((id) => [id]), [2, 3], [1, 5], PARTNERS].map((ids) => ({ ids })))(
    'proves the records of partners of one page, each on their own: $ids',
    async ({ ids }) => {
      const around = await tree.leavesOf(database.read, ids)
      for (const id of ids) {
        const proof = around.prove(around.leaves.filter(({ row }) => row.partnerId === id))
        const own = lines.flatMap(({ partnerId, line }, index) =>
          partnerId === id ? [{ index, line }] : [],
        )
        expect({ ...proof, path: [] }).toEqual({ size, leaves: own, path: [] })
        if (own.length > 0) expect(provedRoot(proof)).toEqual(tree.root)
      }
    },
  )
})

test('a seal without records proves nothing', async () => {
  const tree = await SealTree.read(database, sql`false`)
  const { leaves } = await tree.leavesOf(database.read, PARTNERS)
  expect([leaves, tree.root]).toEqual([[], new MerkleRoot().root])
})
