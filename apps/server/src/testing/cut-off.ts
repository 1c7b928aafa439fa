import { createServer, connect, type Socket } from 'node:net'
import { once } from 'node:events'

/** A proxy to a PostgreSQL server that a test can cut, or make silent, like a network that drops all packets. */
export type DatabaseProxy = {
  readonly url: string
  cut(): void
  silence(): void
  restore(): void
  /** New connections lead to the server of another URL. */
  pointTo(url: string): void
  close(): Promise<void>
}

/** Starts a proxy to the server of `url`. */
export async function proxyTo(url: string): Promise<DatabaseProxy> {
  let target = new URL(url)
  const pairs = new Set<readonly [Socket, Socket]>()
  let state: 'open' | 'cut' | 'silent' = 'open'
  const destroy = () => pairs.forEach((pair) => pair.forEach((socket) => socket.destroy()))
  const server = createServer((near) => {
    if (state === 'cut') return near.destroy()
    const far = connect(Number(target.port), target.hostname)
    const pair = [near, far] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (bytes) => state !== 'silent' && to.write(bytes))
      from.on('error', end).on('close', end)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = new URL(url)
  own.port = String((server.address() as { port: number }).port)
  return {
    url: String(own),
    cut: () => {
      state = 'cut'
      destroy()
    },
    silence: () => void (state = 'silent'),
    restore: () => {
      // The dropped bytes are lost, so the connections of that time are unusable.
      if (state === 'silent') destroy()
      state = 'open'
    },
    pointTo: (other) => void (target = new URL(other)),
    close: async () => {
      destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
