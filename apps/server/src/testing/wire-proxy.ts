import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A message of PostgreSQL's protocol: its type, a letter, and all its bytes. */
export type WireMessage = { readonly type: string; readonly bytes: Buffer }

/** What a proxy does with the messages of its connections; a hook answers what is passed on, or null to cut the connection. */
export type WireHooks = {
  /** Parameters of a new connection. */
  readonly startUp?: (parameters: Readonly<Record<string, string>>) => Record<string, string>
  readonly toServer?: (message: WireMessage, connection: object) => Buffer | null
  readonly toClient?: (message: WireMessage, connection: object) => Buffer | null
}

export type WireProxy = { readonly url: string; close(): Promise<void> }

/** Starts a proxy that reads the messages between a program and the PostgreSQL server of `url`. */
export async function wireProxyTo(url: string, hooks: WireHooks): Promise<WireProxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const connection = {}
    const end = () => {
      for (const socket of [near, far]) {
        sockets.delete(socket)
        socket.destroy()
      }
    }
    for (const socket of [near, far])
      sockets.add(socket.setNoDelay().on('error', end).on('close', end))
    near.on('data', (bytes) => forward(bytes, far, toServer, end))
    far.on('data', (bytes) => forward(bytes, near, toClient, end))
    const toServer = messagesOf(hooks.toServer, {
      connection,
      startUp: hooks.startUp ?? ((all) => all),
    })
    const toClient = messagesOf(hooks.toClient, { connection, startUp: null })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = new URL(url)
  own.port = String((server.address() as { port: number }).port)
  return {
    url: String(own),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}

type Passing = (bytes: Buffer) => Generator<Buffer | null>

function forward(bytes: Buffer, to: Socket, passing: Passing, end: () => void): void {
  // Written together: a packet for each message would wait for the receipt of the one before.
  to.cork()
  for (const passed of passing(bytes)) {
    if (passed === null) return end()
    to.write(passed)
  }
  to.uncork()
}

/** Splits a stream into messages; the first one of a program has no type. */
function messagesOf(
  hook: WireHooks['toServer'],
  { connection, startUp }: { connection: object; startUp: WireHooks['startUp'] | null },
): Passing {
  let rest: Buffer = Buffer.alloc(0)
  let isFirst = startUp !== null
  return function* (bytes) {
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      const head = isFirst ? 0 : 1
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      if (isFirst) yield startUpMessage(startUp!(parametersOf(message)))
      else
        yield hook === undefined
          ? message
          : hook({ type: String.fromCharCode(message[0]!), bytes: message }, connection)
      isFirst = false
    }
  }
}

const PROTOCOL = 196_608

function parametersOf(message: Buffer): Record<string, string> {
  const words = message.subarray(8).toString('utf8').split('\0')
  const pairs = words.flatMap((word, at) =>
    at % 2 === 0 && word !== '' ? [[word, words[at + 1]!]] : [],
  )
  return Object.fromEntries(pairs)
}

function startUpMessage(parameters: Readonly<Record<string, string>>): Buffer {
  const words = Object.entries(parameters).flat()
  const body = Buffer.from(`${words.join('\0')}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(8 + body.length)
  head.writeInt32BE(PROTOCOL, 4)
  return Buffer.concat([head, body])
}
