import { setTimeout as wait } from 'node:timers/promises'

import { codeAt } from '../apps/server/src/proofs/totp.ts'

const STEP_MS = 30_000
/** The longest time that a call takes to arrive. */
const CALL_MS = 5_000

/** An authenticator app, as on a phone. */
export class Authenticator {
  readonly secret: string
  #lastStep = 0

  constructor(secret: string) {
    this.secret = secret
  }

  /**
   * Returns an unused code. The server accepts a code one step late and one step early, once: starting late
   * leaves two more codes at once; the next code after those takes up to half a minute. `aheadMs`: how far the server's clock is
   * ahead.
   */
  async nextCode(aheadMs = 0): Promise<string> {
    const now = () => Date.now() + aheadMs
    const oldest = Math.floor((now() + CALL_MS) / STEP_MS) - 1
    this.#lastStep = Math.max(this.#lastStep + 1, oldest)
    await wait(Math.max(0, (this.#lastStep - 1) * STEP_MS - now()))
    return codeAt(this.secret, this.#lastStep)
  }
}
