/**
 * APR-006: four calls decide one proposal at the same moment, on PostgreSQL.
 *
 * Figure: in every round one call wins, the others get `proposal_closed` with the state that won, and the act happens once
 * if it was approved.
 *
 * Usage: node soak/proposal-races.ts [--rounds 1000]
 */
import { parseArgs } from 'node:util'

import { openDatabase } from '../apps/server/src/db/database.ts'
import { OperatorsDesk } from '../apps/server/src/testing/operators-desk.ts'
import { ProposalRaces, RACED_KINDS } from '../apps/server/src/testing/proposal-races.ts'
import { finish, withCluster } from '../bench/lib/report.ts'
import { faultLines } from './lib/fault-lines.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '1000' } } })
const rounds = Math.ceil(Number(values.rounds) / RACED_KINDS.length)

await withCluster(async ({ newDatabase, version }) => {
  const database = await openDatabase({ url: await newDatabase('proposal_races') })
  const desk = await OperatorsDesk.open(database)
  const faults: string[] = []
  for (const kind of RACED_KINDS) {
    const races = await ProposalRaces.open(desk, kind)
    for (let round = 0; round < rounds; round += 1) faults.push(...(await races.race()))
    console.log(`${kind}: ${rounds} rounds`)
  }
  await database.close()
  finish({
    name: 'proposal-races',
    lines: [`${rounds} rounds of each of ${RACED_KINDS.length} kinds`, ...faultLines(faults)],
    on: version,
    passed: faults.length === 0,
  })
})
