/**
 * Sends JSON bodies of 1 MB, deeply nested and with many keys, over four connections without a pause.
 *
 * Figure: the 99th percentile of other calls is at most 10 x that of a quiet server, or 100 ms.
 *
 * Usage: node soak/json-flood.ts [--seconds 20] [--database embedded|postgres]
 */
import { finish } from '../bench/lib/report.ts'
import { attackOptions, measureAttack, probeLine, withServer } from './lib/attacked-server.ts'

const CONNECTIONS = 4
const MOST_TIMES_SLOWER = 10
const ALWAYS_ENOUGH_MS = 100
const BODIES = [
  `{${Array.from({ length: 80_000 }, (_, at) => `"k${at}":0.1`).join(',')}}`,
  '['.repeat(1_000_000),
  `["${'\\u00e4'.repeat(160_000)}"]`,
]
const PATHS = ['/v1/login', '/v1/registration', '/v1/password/forgot', '/v1/nothing']

const { seconds, onPostgres } = attackOptions(20)

await withServer(onPostgres, {}, async (server, on) => {
  const origin = `http://127.0.0.1:${server.ports.PASSPORT_PORT}`
  const statuses = new Map<string, number>()
  const flood = async (from: number, until: number) => {
    for (let at = from; performance.now() < until; at += 1) {
      const status = await send(
        origin + PATHS[at % PATHS.length]!,
        BODIES[at % BODIES.length]!,
        `203.0.113.${at % 250}`,
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const measured = await measureAttack(
    server,
    { port: server.ports.PASSPORT_PORT, path: '/v1/countries/registration?language=en' },
    {
      seconds,
      attack: async () => {
        const until = performance.now() + seconds * 1_000
        await Promise.all(Array.from({ length: CONNECTIONS }, (_, at) => flood(at, until)))
      },
    },
  )
  const most = Math.max(ALWAYS_ENOUGH_MS, MOST_TIMES_SLOWER * measured.quiet.p99)
  const answers = [...statuses].map(([status, count]) => `${count} x ${status}`)
  finish({
    name: 'json-flood',
    lines: [
      `bodies of 1 MB over ${CONNECTIONS} connections: ${answers.join(', ')}`,
      `${probeLine(measured)} (at most ${most.toFixed(0)} ms)`,
    ],
    on,
    passed: measured.busy.p99 <= most && measured.busy.errors === 0,
  })
})

async function send(url: string, body: string, from: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
  try {
    const response = await fetch(url, { method: 'POST', headers, body })
    await response.arrayBuffer()
    return String(response.status)
  } catch {
    return 'cut off'
  }
}
