import { setTimeout } from 'node:timers/promises'

import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { rejectPayout } from '../business/payouts/end/end-payout.ts'
import { PayoutIntake } from '../business/payouts/confirm/payout-intake.ts'
import { adjust, hold, release } from './adjust.ts'
import { type Payer, payerOf, type PayoutDesk, REQUEST } from './payout-desk.ts'

const HELD = 50
/** More than what a hold leaves, also after the credit that races with it. */
const PAID_OF_BALANCE = 40
const CREDIT = '5'
const LATEST_MS = 12

/**
 * Confirmations of a payout that race with a hold and an adjustment of the same balance. A payout that was confirmed after the hold
 * would be paid out of held money. Source: requirements ADJ-010.
 */
export class HoldRaces {
  readonly #desk: PayoutDesk
  readonly #intake: PayoutIntake
  #payer: Payer | null = null
  #round = 0
  paid = 0
  refused = 0

  constructor(desk: PayoutDesk) {
    this.#desk = desk
    this.#intake = new PayoutIntake(desk.core)
  }

  /** Runs one race, and brings the balance back; returns what is wrong. */
  async race(): Promise<string[]> {
    const { core } = this.#desk
    const payer = (this.#payer ??= await this.#desk.payer({ balance: 1_000 }))
    const { from } = REQUEST
    const amount = String(Number(await payer.balance()) - PAID_OF_BALANCE)
    const isCredited = this.#round % 2 === 0
    this.#round += 1
    this.#desk.nextCode()
    await this.#intake.init(payerOf(payer.id), { ...REQUEST, amount })
    const code = payer.code()
    const [placed, confirmed] = await Promise.allSettled([
      hold(core, { partnerId: payer.id, account: from, amount: String(HELD) }),
      this.#confirm(payer, code),
      // An adjustment changes the account, so the confirmation is decided again; without one it is decided on what is kept.
      isCredited ? adjust(core, [this.#line('credit')]) : null,
    ])
    if (placed.status === 'rejected') throw placed.reason
    const faults = await this.#faults(placed.value, confirmed)
    await release(core, placed.value)
    if (confirmed.status === 'fulfilled') await rejectPayout(core, confirmed.value.id, 'for a race')
    if (isCredited) await adjust(core, [this.#line('debit')])
    return faults
  }

  /** The hold takes some milliseconds until it commits: confirmations come at each of them. */
  async #confirm(payer: Payer, code: string) {
    await setTimeout((this.#round >> 1) % LATEST_MS)
    return this.#intake.confirm(payerOf(payer.id), { code, from: REQUEST.from })
  }

  #line(direction: 'credit' | 'debit') {
    const { id: partnerId } = this.#payer!
    const about = { kind: 'goodwill', reason: 'for a race' } as const
    return { partnerId, account: REQUEST.from, direction, amount: CREDIT, ...about }
  }

  async #faults(
    holdId: number,
    confirmed: PromiseSettledResult<{ readonly id: number }>,
  ): Promise<string[]> {
    if (confirmed.status === 'rejected') {
      this.refused += 1
      const { reason } = confirmed
      const isDue = reason instanceof Refusal && reason.code === 'not_enough_funds'
      return isDue ? [] : [`the confirmation failed: ${String(reason)}`]
    }
    this.paid += 1
    // Both write to the journal while they hold the partner's guard, so its order is theirs.
    const { rows } = await sql<{ isLate: boolean }>`
      select min(id) filter (where place = 'payouts') > min(id) filter (where place = 'holds') as is_late from journal
      where (place, key) in (('payouts', ${String(confirmed.value.id)}), ('holds', ${String(holdId)}))`.execute(
      this.#desk.core.database.read,
    )
    return rows[0]!.isLate ? [`payout ${confirmed.value.id} was paid out of hold ${holdId}`] : []
  }
}
