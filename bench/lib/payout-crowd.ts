import { randomBytes } from 'node:crypto'

import { importPartners } from '../../apps/server/src/business/partners/import-partners.ts'
import { PayoutIntake } from '../../apps/server/src/business/payouts/confirm/payout-intake.ts'
import { changeSettings } from '../../apps/server/src/business/settings/change-settings.ts'
import type { Core } from '../../apps/server/src/core/core.ts'
import type { Database } from '../../apps/server/src/db/database.ts'
import { setAuthenticator } from '../../apps/server/src/passport/accounts/accounts.ts'
import { setVerification } from '../../apps/server/src/testing/verify-account.ts'
import { toBase32 } from '../../apps/server/src/proofs/totp.ts'
import { asUpload, openTestCore, TEST_NOW } from '../../apps/server/src/testing/core.ts'
import { chainText } from '../../apps/server/src/testing/network-files.ts'
import { codeFor, payerOf, REQUEST, STEP_MS } from '../../apps/server/src/testing/payout-desk.ts'
import { postTransfers } from '../../apps/server/src/testing/post-transfers.ts'
import { verifyAll } from '../../apps/server/src/verify/verify-all.ts'

/** So many that each pays out a few times, as partners do: a call reads the payouts of its partner. */
const PARTNERS = 20_000
const MOST_PENDING = '1000'

/** Partners who pay out, and clients who pay out for them in parallel. */
export class PayoutCrowd {
  readonly #core: Core
  readonly #intake: PayoutIntake
  readonly #clock: { now: number }
  readonly #secrets: readonly string[]
  #next = 0

  private constructor(core: Core, clock: { now: number }, secrets: readonly string[]) {
    this.#core = core
    this.#intake = new PayoutIntake(core)
    this.#clock = clock
    this.#secrets = secrets
  }

  static async open(database: Database): Promise<PayoutCrowd> {
    const clock = { now: TEST_NOW }
    const core = await openTestCore(database, { clock })
    await importPartners(core, asUpload(chainText(PARTNERS)))
    await changeSettings(core, { maxPendingPayouts: MOST_PENDING, 'rateLimit.payoutInit': '0' })
    const secrets = Array.from({ length: PARTNERS }, () => toBase32(randomBytes(20)))
    await database.transaction(async (tx) => {
      for (const [at, secret] of secrets.entries()) {
        await setVerification(core, tx, at + 1, 'APPROVED')
        await setAuthenticator(core, tx, at + 1, secret)
      }
      await postTransfers(
        tx,
        secrets.map((_, at) => ({
          key: `bench:${at + 1}`,
          partnerId: at + 1,
          account: REQUEST.from,
          counter: 'bonus_expense',
          toPartner: true,
          currency: 'UCN',
          amount: '100000000000000',
          kind: 'TEST_CREDIT',
          reference: 'bench',
          createdAt: TEST_NOW - 86_400_000,
        })),
      )
    })
    return new PayoutCrowd(core, clock, secrets)
  }

  /** Each partner pays out once, as the first payout of a partner is done alone. */
  async warmUp(clients: number): Promise<void> {
    const client = async (): Promise<void> => {
      while (this.#next < PARTNERS) await this.#pay()
    }
    await Promise.all(Array.from({ length: clients }, client))
  }

  /** Payouts per second: each a request and its confirmation. */
  async measure(seconds: number, clients: number): Promise<number> {
    const started = performance.now()
    let payouts = 0
    const client = async (): Promise<void> => {
      while (performance.now() - started < seconds * 1000) {
        await this.#pay()
        payouts += 1
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
    return (payouts * 1000) / (performance.now() - started)
  }

  async verify(): Promise<string[]> {
    return (await verifyAll(this.#core)).differences
  }

  /**
   * The partners take turns; after each turn of all, every authenticator shows a new code. A code of the step before is still
   * right, for the calls on their way.
   */
  async #pay(): Promise<void> {
    const at = this.#next % PARTNERS
    this.#next += 1
    if (at === 0) this.#clock.now += STEP_MS
    const code = codeFor(this.#secrets[at]!, this.#clock.now)
    await this.#intake.init(payerOf(at + 1), { ...REQUEST, amount: '10' })
    await this.#intake.confirm(payerOf(at + 1), { code, from: REQUEST.from })
  }
}
