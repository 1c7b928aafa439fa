/**
 * Two server processes on one PostgreSQL: one ends a session, and as soon as it has answered, the other is asked with the
 * ended session, many times at once.
 *
 * Figure: no call passes, of any service.
 *
 * Usage: node soak/revokes.ts [--sessions 100]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { Victim } from '../apps/server/src/testing/kill-victim.ts'
import { finish, withCluster } from '../bench/lib/report.ts'
import { addPartners, signIn } from './lib/signed-in.ts'

const AT_ONCE = 9

const { values } = parseArgs({ options: { sessions: { type: 'string', default: '100' } } })
const sessions = Number(values.sessions)

await withCluster(async ({ newDatabase, version }) => {
  const DATABASE_URL = await newDatabase('revokes')
  const dataDir = mkdtempSync(join(tmpdir(), 'partner-office-revokes-'))
  const start = (name: string) => Victim.start({ DATA_DIR: join(dataDir, name), DATABASE_URL })
  const one = await start('one')
  const other = await start('other')
  try {
    await addPartners(one, 1)
    const statuses: number[] = []
    for (let session = 0; session < sessions; session += 1) {
      statuses.push(...(await askAfterRevoke(one, other)))
    }
    const passed = statuses.filter((status) => status !== 401).length
    finish({
      name: 'revokes',
      lines: [
        `${sessions} sessions ended, ${statuses.length} calls of the other process: ${passed} passed`,
      ],
      on: version,
      passed: passed === 0,
    })
  } finally {
    await one.kill()
    await other.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

/** Ends a session that both processes know; returns the statuses of the calls that follow at once. */
async function askAfterRevoke(one: Victim, other: Victim): Promise<number[]> {
  const token = await signIn(one, 1)
  const headers = { authorization: `Bearer ${token}` }
  const { PORT, PASSPORT_PORT } = other.ports
  const addresses = [`127.0.0.1:${PORT}/v1/user`, `127.0.0.1:${PASSPORT_PORT}/v1/user`]
  const ask = async (call: number) => {
    const response = await fetch(`http://${addresses[call % addresses.length]}`, { headers })
    await response.arrayBuffer()
    return response.status
  }
  const askAll = () => Promise.all(Array.from({ length: AT_ONCE }, (_, call) => ask(call)))
  const before = await askAll()
  if (before.some((status) => status !== 200)) throw new Error(`not signed in: ${before.join(' ')}`)
  const revoke = `http://127.0.0.1:${one.ports.PASSPORT_PORT}/oauth/token/revoke`
  await (await fetch(revoke, { method: 'DELETE', headers })).arrayBuffer()
  return askAll()
}
