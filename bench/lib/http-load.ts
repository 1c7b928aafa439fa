import { connect } from 'node:net'
import { parentPort, Worker, workerData } from 'node:worker_threads'

type Load = {
  readonly port: number
  /** Requested in turn, repeatedly. */
  readonly paths: readonly string[]
  /** JSON bodies, posted in turn, each once: there must be enough of them. Without them the requests are GET. */
  readonly bodies?: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  /** Addresses from which the requests come in turn, for a service that trusts this machine as a proxy. */
  readonly from?: readonly string[]
  readonly connections: number
  readonly seconds: number
  /** Requests per second; undefined: each connection sends the next request after the answer. */
  readonly rate?: number
}

/** Latencies, measured from the time a request was due. Units: milliseconds. */
type Answered = {
  readonly requests: number
  readonly errors: number
  readonly firstError: string
  readonly median: number
  readonly p99: number
  readonly highest: number
}

/** Sends requests from a separate thread, so that the load does not slow down the server. */
export function load(wish: Load): Promise<Answered> {
  const worker = new Worker(new URL(import.meta.url), { workerData: wish })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

const MOST_KEPT_TIMES = 1_000_000

async function run(wish: Load): Promise<Answered> {
  const times: number[] = []
  const tally = { requests: 0, errors: 0, firstError: '', next: 0 }
  const start = performance.now()
  const end = start + wish.seconds * 1_000
  const gap = wish.rate === undefined ? 0 : 1_000 / wish.rate
  const method = wish.bodies === undefined ? 'GET' : 'POST'
  const heads = wish.paths.map((path) => headText(method, path, wish.headers))
  const requestOf = (turn: number): string => {
    const from = wish.from?.[turn % wish.from.length]
    const head = heads[turn % heads.length]! + (from ? `x-forwarded-for: ${from}\r\n` : '')
    return wish.bodies === undefined ? `${head}\r\n` : head + bodyText(wish.bodies[turn]!)
  }

  const ask = async (): Promise<void> => {
    const connection = await Connection.open(wish.port)
    while (performance.now() < end) {
      const turn = tally.next++
      const due = gap === 0 ? performance.now() : start + turn * gap
      await until(due)
      const answer = await connection.ask(requestOf(turn))
      tally.requests += 1
      if (times.length < MOST_KEPT_TIMES) times.push(performance.now() - due)
      if (!/^HTTP\/1\.1 20[04] /.test(answer) || answer.includes('"state":"error"')) {
        tally.errors += 1
        tally.firstError ||= `${wish.paths[turn % heads.length]}: ${answer.slice(0, 600)}`
      }
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: wish.connections }, ask))

  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
  const { requests: asked, errors, firstError } = tally
  return { requests: asked, errors, firstError, median: at(0.5), p99: at(0.99), highest: at(1) }
}

const until = (instant: number): Promise<void> | undefined => {
  const wait = instant - performance.now()
  return wait > 0 ? new Promise((resolve) => setTimeout(resolve, wait)) : undefined
}

const headText = (method: string, path: string, headers: Load['headers']): string =>
  `${method} ${path} HTTP/1.1\r\n${Object.entries({ host: 'localhost', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}`

/** The body is ASCII. */
const bodyText = (body: string): string =>
  `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`

/** A persistent connection with one request at a time. Responses have a content length. */
class Connection {
  readonly #socket: ReturnType<typeof connect>
  #text = ''
  #length = Number.POSITIVE_INFINITY
  #answered: (answer: string) => void = () => {}

  private constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay()
    this.#socket.on('data', (part) => this.#read(String(part)))
    const lost = () => this.#answered('the connection was lost')
    this.#socket.on('error', lost).on('close', lost)
  }

  static open(port: number): Promise<Connection> {
    const connection = new Connection(port)
    return new Promise((resolve, reject) => {
      connection.#socket.once('connect', () => resolve(connection)).once('error', reject)
    })
  }

  ask(request: string): Promise<string> {
    return new Promise((resolve) => {
      this.#answered = resolve
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#answered = () => {}
    this.#socket.destroy()
  }

  #read(part: string): void {
    this.#text += part
    if (this.#length === Number.POSITIVE_INFINITY) this.#length = lengthOf(this.#text)
    if (this.#text.length < this.#length) return
    const answer = this.#text
    this.#text = ''
    this.#length = Number.POSITIVE_INFINITY
    this.#answered(answer)
  }
}

function lengthOf(text: string): number {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return Number.POSITIVE_INFINITY
  if (text.startsWith('HTTP/1.1 204 ')) return end + 4
  const [, length] = /content-length: (\d+)/i.exec(text.slice(0, end)) ?? []
  return end + 4 + Number(length)
}

if (workerData !== null && parentPort !== null)
  parentPort.postMessage(await run(workerData as Load))
