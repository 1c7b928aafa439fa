import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, expect, test } from 'vitest'

import type { Core } from '../../core/core.ts'
import { temporaryDirectory, until } from '../../testing/child.ts'
import { onPostgres, openEmbedded } from '../../testing/databases.ts'
import { openChain } from '../../testing/paid-orders.ts'
import { sealCandidate, sealHistory } from '../ledger/seal-transfers.ts'
import { noteMoved } from './quarantine.ts'
import { lostSince, noteSeen } from './seen-state.ts'

const directory = temporaryDirectory()
const file = join(directory, 'seen.json')

type Noted = {
  database: string
  quarantines: number
  fact: number
  seal: { number: number; hash: string }
}

onPostgres('BKP-004 what a data directory has seen', (newDatabase) => {
  let core: Core
  let noted: Noted
  beforeAll(async () => {
    core = await openChain(newDatabase, 3)
    const { read } = core.database
    await until(async () => (await sealHistory(read, await sealCandidate(read), core.clock())) > 0)
    await noteSeen(core.database, directory)
    noted = JSON.parse(readFileSync(file, 'utf8')) as Noted
  })
  const lost = (changes: object) => {
    writeFileSync(file, JSON.stringify({ ...noted, ...changes }))
    return lostSince(core.database, directory)
  }

  test('is in the database that it was noted of, and in one that went on', async () => {
    expect(await lost({})).toBeNull()
    expect(await lost({ fact: noted.fact - 1 })).toBeNull()
    expect(await lost({ seal: null })).toBeNull()
  })

  test('is missing in one that was restored to an earlier instant', async () => {
    expect(await lost({ fact: noted.fact + 1 })).toBe(`it holds 3 of 4 facts`)
  })

  test('is missing in one that went on from an earlier instant with other facts', async () => {
    const { number } = noted.seal
    const other = { ...noted.seal, hash: '00'.repeat(32) }
    expect(await lost({ seal: other })).toBe(
      `block ${number} of its history is missing or another one`,
    )
    expect(await lost({ seal: { ...noted.seal, number: number + 1 } })).toBe(
      `block ${number + 1} of its history is missing or another one`,
    )
  })

  test('says nothing about another database, nor where the file cannot be read', async () => {
    expect(await lost({ fact: noted.fact + 1, database: '1/1' })).toBeNull()
    writeFileSync(file, '{')
    expect(await lostSince(core.database, directory)).toBeNull()
    expect(await lostSince(core.database, join(directory, 'nothing'))).toBeNull()
  })

  test('says nothing once a backup was restored into it, which moves an installation', async () => {
    await core.database.transaction((tx) => noteMoved(tx, core.clock()))
    expect(await lost({ fact: noted.fact + 1 })).toBeNull()
    expect(await lost({ fact: noted.fact + 1, quarantines: 1 })).not.toBeNull()
    // A later quarantine was lost, too.
    expect(await lost({ fact: noted.fact + 1, quarantines: 2 })).not.toBeNull()
  })
})

test('an embedded database, which lies beside the file, notes nothing', async () => {
  const database = await openEmbedded()
  await noteSeen(database, join(directory, 'nowhere'))
  expect(await lostSince(database, directory)).toBeNull()
  await database.close()
})
