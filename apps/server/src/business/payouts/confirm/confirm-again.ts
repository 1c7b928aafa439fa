import { coinUnits, currencyOfSource, Refusal } from '@partner-office/domain'

import type { Core } from '../../../core/core.ts'
import type { Tx } from '../../../db/database.ts'
import { awaitReplication } from '../../../db/await-replication.ts'
import type { PayoutSession } from '../../../db/schema.ts'
import { isCodeOfStep } from '../../../passport/accounts/authenticator-steps.ts'
import { type Confirmed, confirmed, type PayoutConfirmation } from './confirm-payout.ts'
import { type Payer, sessionKey } from './payout-guard.ts'

/** The oldest are forgotten first. */
const MOST_ANSWERED = 5_000

/**
 * Answers a repeated confirmation whose first outcome is unknown: the connection to the database broke during the commit, or the
 * process was killed. The caller gets the payout of the first confirmation. This process answers each payout once: a repeated
 * code is refused afterwards.
 *
 * Source: cluster.md, CLU-018; PAY-078.
 */
export class ConfirmAgain {
  readonly #core: Core
  /** Confirmations that run in this process, by session. */
  readonly #running = new Map<string, number>()
  /** Payouts that this process has answered. */
  readonly #answered = new Set<number>()

  constructor(core: Core) {
    this.#core = core
  }

  /** Runs a confirmation. Refuses: as it does, unless it has paid before without an answer. */
  async run(
    payer: Payer,
    confirmation: PayoutConfirmation,
    confirm: () => Promise<Confirmed>,
  ): Promise<Confirmed> {
    const key = `${payer.partnerId} ${sessionKey({ ...payer, ...confirmation })}`
    this.#count(key, 1)
    try {
      const answer = await confirm()
      this.#note(answer.id)
      return answer
    } catch (error) {
      const isAlone = this.#running.get(key) === 1
      const earlier = isAlone && isClosed(error) ? await this.#read(payer, confirmation) : null
      if (earlier === null || this.#answered.has(earlier.id)) throw error
      return earlier
    } finally {
      this.#count(key, -1)
    }
  }

  #count(key: string, change: 1 | -1): void {
    const count = (this.#running.get(key) ?? 0) + change
    if (count > 0) this.#running.set(key, count)
    else this.#running.delete(key)
  }

  #note(id: number): void {
    this.#answered.add(id)
    if (this.#answered.size > MOST_ANSWERED) {
      this.#answered.delete(this.#answered.values().next().value!)
    }
  }

  #read(payer: Payer, { code, from }: PayoutConfirmation): Promise<Confirmed | null> {
    const core = this.#core
    return core.database.transaction(async (tx) => {
      const session = await readSession(tx, payer, from)
      if (session?.paid === undefined || session.expiresAt <= core.clock()) return null
      if (!(await isItsCode(core, tx, payer, { code, step: session.paid.step }))) return null
      const payout = await readPayoutOf(tx, payer.partnerId, { ...session, from })
      if (payout !== null) await awaitReplication(core.database, tx)
      return payout
    })
  }
}

/** Whether a refusal may be that of a session that has paid. */
const isClosed = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'confirmation_code_error'

async function readSession(tx: Tx, { partnerId, signIn }: Payer, from: string) {
  const guard = await tx
    .selectFrom('payoutGuards')
    .select('sessions')
    .where('partnerId', '=', partnerId)
    .executeTakeFirst()
  return guard?.sessions[sessionKey({ from, signIn })]
}

async function isItsCode(
  core: Core,
  tx: Tx,
  { partnerId }: Payer,
  used: { readonly code: string; readonly step: number },
): Promise<boolean> {
  const authenticator = await tx
    .selectFrom('passport.authenticators')
    .select(['userId', 'sealedSecret', 'lastStep'])
    .where('userId', '=', partnerId)
    .executeTakeFirst()
  return authenticator !== undefined && isCodeOfStep(core, authenticator, used)
}

async function readPayoutOf(
  tx: Tx,
  partnerId: number,
  { from, payoutTo, address, openedAt, paid }: PayoutSession & { readonly from: string },
): Promise<Confirmed | null> {
  const payout = await tx
    .selectFrom('payouts')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('payoutFrom', '=', from)
    .where('payoutTo', '=', payoutTo)
    .where('address', '=', address)
    .where('requestedAt', '=', openedAt)
    .where('createdAt', '=', paid!.at)
    .executeTakeFirst()
  if (payout === undefined) return null
  const [amount, fee, receive] = [payout.amount, payout.fee, payout.receive].map((units) =>
    coinUnits(BigInt(units)),
  )
  return confirmed(payout.id, {
    currency: currencyOfSource(from)!,
    address,
    amount: amount!,
    fee: fee!,
    receive: receive!,
  })
}
