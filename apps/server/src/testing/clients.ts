import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { changeSettings } from '../business/settings/change-settings.ts'
import type { Database } from '../db/database.ts'
import { PartnersService } from './partners-service.ts'

const PARTNERS = [1, 2, 3, 4, 6, 7, 10] as const
const pathsOf = (partnerId: number): readonly string[] => [
  '/v1/user',
  `/v1/team?sponsorId=${partnerId}`,
  '/v1/config/frontend',
  '/v1/legals/partner',
]
const LOOKED_AT_EVERY_MS = 250

/** What clients saw, and the memory of the process meanwhile. Units: MB. */
export type Clients = {
  readonly calls: number
  readonly failed: readonly string[]
  /** Medians of the four quarters of the time. */
  readonly memory: readonly number[]
}

type Wishes = {
  readonly clients: number
  readonly forMs: number
  readonly pauseMs: number
  /** Calls go on for this long before memory is looked at: a new process grows until its first collections of garbage. */
  readonly warmUpMs?: number
}

/** Lets clients call a service over HTTP, each on a connection of its own with a pause after each answer. */
export async function measureClients(
  database: Database,
  { clients, forMs, pauseMs, warmUpMs = 0 }: Wishes,
): Promise<Clients> {
  const service = await PartnersService.open(database)
  await changeSettings(service.core, { 'rateLimit.user': '0', 'rateLimit.address': '0' })
  const stop = await service.core.network.follow(database)
  const tokens = await Promise.all(PARTNERS.map((id) => service.signInAccepted(id)))
  await service.office.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.office.server.address() as AddressInfo

  const failed: string[] = []
  let calls = 0
  const end = performance.now() + warmUpMs + forMs
  const client = async (at: number) => {
    const headers = { authorization: `Bearer ${tokens[at % tokens.length]}` }
    const paths = pathsOf(PARTNERS[at % PARTNERS.length]!)
    await wait((at / clients) * pauseMs)
    for (let turn = at; performance.now() < end; turn += 1) {
      const path = paths[turn % paths.length]!
      const problem = await problemOf(`http://127.0.0.1:${port}${path}`, headers)
      calls += 1
      if (problem !== null) failed.push(`${path}: ${problem}`)
      await wait(pauseMs)
    }
  }
  const running = Promise.all(Array.from({ length: clients }, (_, at) => client(at)))
  await wait(warmUpMs)
  const seen: number[] = []
  while (performance.now() < end) {
    seen.push(process.memoryUsage.rss() / 1024 / 1024)
    await wait(LOOKED_AT_EVERY_MS)
  }
  await running
  await service.office.close()
  await stop()
  return { calls, failed, memory: quartersOf(seen) }
}

async function problemOf(url: string, headers: Record<string, string>): Promise<string | null> {
  try {
    const response = await fetch(url, { headers })
    const text = await response.text()
    return response.status === 200 && !text.includes('"state":"error"')
      ? null
      : `${response.status} ${text.slice(0, 200)}`
  } catch (error) {
    return String(error)
  }
}

const quartersOf = (seen: readonly number[]): number[] =>
  [0, 1, 2, 3].map((quarter) => {
    const from = Math.floor((seen.length * quarter) / 4)
    const to = Math.max(from + 1, Math.floor((seen.length * (quarter + 1)) / 4))
    const sorted = seen.slice(from, to).toSorted((a, b) => a - b)
    return sorted[sorted.length >> 1] ?? 0
  })
