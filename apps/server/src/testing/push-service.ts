import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One message as the push service got it. */
export type Pushed = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** A push service on the own machine, which answers with the status that a test sets. */
export class PushService {
  readonly address: string
  readonly pushed: Pushed[] = []
  status = 201
  readonly #close: () => Promise<void>

  private constructor(port: number, close: () => Promise<void>) {
    this.address = `http://127.0.0.1:${port}`
    this.#close = close
  }

  static async open(): Promise<PushService> {
    const server = createServer((request, response) => void service.#take(request, response))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const service = new PushService(port, async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    })
    return service
  }

  close(): Promise<void> {
    return this.#close()
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const headers = request.headers as Record<string, string>
    this.pushed.push({ path: request.url!, headers, body: Buffer.concat(chunks) })
    response.writeHead(this.status).end()
  }
}

/** The keys of a browser that gets messages. */
export class PushBrowser {
  readonly auth: string
  readonly #pair: ECDH

  /** New keys, or given ones: private key and secret as base64url. */
  constructor(keys?: { readonly privateKey: string; readonly auth: string }) {
    this.#pair = createECDH('prime256v1')
    if (keys === undefined) this.#pair.generateKeys()
    else this.#pair.setPrivateKey(keys.privateKey, 'base64url')
    this.auth = keys?.auth ?? randomBytes(16).toString('base64url')
  }

  get p256dh(): string {
    return this.#pair.getPublicKey('base64url')
  }

  /** The text of a message. Source: RFC 8188, RFC 8291. */
  open(body: Buffer): string {
    const salt = body.subarray(0, 16)
    const keyLength = body[20]!
    const sender = body.subarray(21, 21 + keyLength)
    const sealed = body.subarray(21 + keyLength)
    const own = this.#pair.getPublicKey()
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
    const shared = this.#pair.computeSecret(sender)
    const input = derived(shared, Buffer.from(this.auth, 'base64url'), info, 32)
    const key = derived(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derived(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    // The last record ends with a 2 and zeros.
    return padded.subarray(0, padded.lastIndexOf(2)).toString()
  }
}

const derived = (input: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', input, salt, info, bytes))

/** What the sender of a message claims, if its signature is right for the key that it names; else null. Source: RFC 8292. */
export function vapidClaims({ headers }: Pushed): {
  readonly publicKey: string
  readonly aud: string
  readonly sub: string
  readonly exp: number
} | null {
  const [, token = '', publicKey = ''] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers['authorization'] ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) return null
  return { publicKey, ...JSON.parse(Buffer.from(claims, 'base64url').toString()) }
}
