import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { PUBLIC } from '../outgoing/reach.ts'
import type { EndpointReach } from '../business/webhooks/post-event.ts'

/** One request as the receiver got it. */
export type Received = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly event: { readonly id: string; readonly type: string; readonly partnerId: number | null }
}

type Answer = (response: ServerResponse, received: Received) => void

/** For tests: the own machine counts as public. */
export const NEAR: EndpointReach = {
  ...PUBLIC,
  isAllowed: () => true,
  isHttpAllowed: true,
  timeoutMs: 30_000,
}

/** A receiver of webhooks on the own machine, which answers as a test says. */
export class WebhookReceiver {
  readonly address: string
  readonly received: Received[] = []
  answer: Answer = (response) => response.end('ok')
  readonly #close: () => Promise<void>

  private constructor(port: number, close: () => Promise<void>) {
    this.address = `http://127.0.0.1:${port}/hooks`
    this.#close = close
  }

  static async open(): Promise<WebhookReceiver> {
    const server = createServer((request, response) => void receiver.#take(request, response))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const receiver = new WebhookReceiver(port, async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    })
    return receiver
  }

  close(): Promise<void> {
    return this.#close()
  }

  /** Types of what came, in order. */
  get types(): string[] {
    return this.received.map(({ event }) => event.type)
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const headers = request.headers as Record<string, string>
    const received = { headers, body, event: JSON.parse(body) }
    this.received.push(received)
    this.answer(response, received)
  }
}
