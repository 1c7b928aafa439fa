import { createHash, timingSafeEqual } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import { CallRefused } from '../http/call-refused.ts'

/** The service key of the operators' port, compared in constant time. */
export class OperatorKey {
  readonly #digest: Buffer
  /** Identifies the key in the audit log without revealing it. */
  readonly id: string

  constructor(key: string) {
    this.#digest = digestOf(key)
    this.id = this.#digest.toString('hex').slice(0, 8)
  }

  /** Refuses: `invalid_token` for a call without the key. */
  require(request: FastifyRequest): void {
    const given = keyOf(request)
    if (given === null || !timingSafeEqual(digestOf(given), this.#digest)) {
      throw new CallRefused(401, 'invalid_token')
    }
  }
}

function keyOf({ headers }: FastifyRequest): string | null {
  const own = headers['x-operator-key']
  if (typeof own === 'string') return own
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest()
