import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail server that stores accepted mails and refuses the configured addresses. */
export class MailServer {
  readonly received: Email[] = []
  /** The refusal codes, by address. */
  readonly refuses = new Map<string, number>()
  /** The accepted name and password; null: no login needed. */
  readonly #credentials: { user: string; pass: string } | null
  #server: SMTPServer | null = null
  #port = 0

  constructor(credentials: { user: string; pass: string } | null = null) {
    this.#credentials = credentials
  }

  get url(): string {
    const { user, pass } = this.#credentials ?? {}
    const login = user === undefined ? '' : `${user}:${encodeURIComponent(pass!)}@`
    return `smtp://${login}127.0.0.1:${this.#port}`
  }

  /** Starts the server, on its previous port if it had one. */
  async start(): Promise<this> {
    const server = new SMTPServer({
      hideSTARTTLS: true,
      authOptional: this.#credentials === null,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        const isRight = username === this.#credentials?.user && password === this.#credentials?.pass
        done(isRight ? null : new Error('Invalid login'), { user: username })
      },
      onRcptTo: ({ address }, _session, done) => {
        const responseCode = this.refuses.get(address)
        done(
          responseCode === undefined
            ? null
            : Object.assign(new Error(`<${address}> is refused`), { responseCode }),
        )
      },
      onData: (stream, _session, done) => {
        void buffer(stream)
          .then((raw) => PostalMime.parse(raw))
          .then((mail) => this.received.push(mail))
          .then(() => done())
      },
    })
    server.listen(this.#port, '127.0.0.1')
    await once(server.server, 'listening')
    this.#port = (server.server.address() as AddressInfo).port
    this.#server = server
    return this
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server?.close(resolve) ?? resolve())
    this.#server = null
  }
}
