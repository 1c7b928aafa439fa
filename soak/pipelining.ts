/**
 * Sends 20 MB of pipelined requests for `/config`, over several connections that are opened again whenever they are cut off.
 *
 * Figure: the server's memory grows by at most 200 MB, and the 99th percentile of other calls stays within 500 ms.
 *
 * Usage: node soak/pipelining.ts [--seconds 20] [--database embedded|postgres]
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { finish } from '../bench/lib/report.ts'
import { attackOptions, measureAttack, probeLine, withServer } from './lib/attacked-server.ts'

const MOST_GROWTH_MB = 200
const MOST_P99_MS = 500
const CONNECTIONS = 8
const BYTES = 20 * 1024 * 1024
const REQUEST = 'GET /config HTTP/1.1\r\nhost: localhost\r\n\r\n'
const BURST = Buffer.from(REQUEST.repeat(Math.ceil((256 * 1024) / REQUEST.length)))

const { seconds, onPostgres } = attackOptions(20)

await withServer(onPostgres, {}, async (server, on) => {
  const { PORT } = server.ports
  const sent = { bytes: 0, connections: 0 }
  const measured = await measureAttack(
    server,
    { port: PORT, path: '/v1/config/frontend' },
    {
      seconds,
      attack: async () => {
        await Promise.all(Array.from({ length: CONNECTIONS }, () => pipeline(Number(PORT), sent)))
      },
    },
  )
  const growth = measured.peak - measured.before
  finish({
    name: 'pipelining',
    lines: [
      `${(sent.bytes / 1024 / 1024).toFixed(0)} MB over ${sent.connections} connections`,
      `memory ${measured.before.toFixed(0)} MB, at most ${growth.toFixed(0)} MB more (at most ${MOST_GROWTH_MB})`,
      `${probeLine(measured)} (at most ${MOST_P99_MS} ms)`,
    ],
    on,
    passed:
      growth <= MOST_GROWTH_MB && measured.busy.p99 <= MOST_P99_MS && measured.busy.errors === 0,
  })
})

/** Sends bursts without reading answers first, until all connections together have sent enough. */
async function pipeline(port: number, sent: { bytes: number; connections: number }): Promise<void> {
  while (sent.bytes < BYTES) {
    sent.connections += 1
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.resume()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    while (sent.bytes < BYTES && !socket.destroyed) {
      sent.bytes += BURST.length
      if (!socket.write(BURST)) await Promise.race([drained(socket), closed, wait(1_000)])
    }
    socket.end()
    await Promise.race([closed, wait(1_000)])
    socket.destroy()
  }
}

function drained(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once('drain', resolve))
}
