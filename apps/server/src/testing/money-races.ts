import { setTimeout } from 'node:timers/promises'

import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { withdrawDispute } from '../business/disputes/change-dispute.ts'
import { answerDispute } from '../business/disputes/end-dispute.ts'
import { cancelOrder } from '../business/orders/intake/cancel-order.ts'
import { blockPartner } from '../business/partners/block-partner.ts'
import { PayoutIntake } from '../business/payouts/confirm/payout-intake.ts'
import { cancelPayout, rejectPayout, takePayout } from '../business/payouts/end/end-payout.ts'
import { adjust, hold, release } from './adjust.ts'
import { type Payer, payerOf, type PayoutDesk, REQUEST } from './payout-desk.ts'
import { recordOrder } from './record-order.ts'
import { storeDispute } from './store-dispute.ts'

const HELD = '50'
const LATEST_MS = 40
/** Units: the smallest of UCN. */
const UNIT = 100_000_000n
const AMOUNT = BigInt(REQUEST.amount) * UNIT
const CORRECTION = 5n * UNIT

/** What a round begins with. Units: `balance` in the smallest of the account that is paid out. */
type Start = {
  readonly payer: Payer
  readonly balance: bigint
  readonly payoutId: number
  readonly disputeId: number
  readonly orderId: number
}

type Ended = PromiseSettledResult<unknown>

/**
 * Everything that moves a partner's money at once: a payout is taken up, rejected and cancelled, another one is confirmed, an amount is
 * held, a dispute is corrected, answered and withdrawn, an order is cancelled twice, and the partner is blocked.
 *
 * Each has one effect: a payout and a dispute end once, an order is cancelled once, and the balance is what the effects leave.
 */
export class MoneyRaces {
  readonly #desk: PayoutDesk
  readonly #intake: PayoutIntake
  readonly #by: number
  #payer: Payer | null = null
  #round = 0
  /** How often each call of a round had its effect. */
  readonly effects: Record<string, number> = {}

  constructor(desk: PayoutDesk, by: number) {
    this.#desk = desk
    this.#intake = new PayoutIntake(desk.core)
    this.#by = by
  }

  /** Runs one round and brings everything back; returns what is wrong. */
  async race(): Promise<string[]> {
    const start = await this.#begin()
    const calls = this.#calls(start)
    const names = Object.keys(calls)
    const settled = await Promise.allSettled(
      names.map((name, at) => this.#late(name, at, calls[name]!)),
    )
    const ends: Record<string, Ended> = {}
    for (const [at, name] of names.entries()) ends[name] = settled[at]!
    for (const name of names)
      if (isDone(ends[name])) this.effects[name] = (this.effects[name] ?? 0) + 1
    const faults = [...failures(ends), ...(await this.#faults(start, ends))]
    await this.#bringBack(start, ends)
    return faults.map((fault) => `round ${this.#round}: ${fault}`)
  }

  async #begin(): Promise<Start> {
    const { core } = this.#desk
    const payer = (this.#payer ??= await this.#desk.payer({ balance: 1_000 }))
    this.#round += 1
    const { id: payoutId } = await payer.pay()
    const disputeId = await storeDispute(core, payer.id, this.#round)
    const orderId = this.#round
    const paidAt = this.#desk.clock.now
    await recordOrder(core, { orderId, partnerId: payer.id + 1, paidAt, cents: 1_000 })
    this.#desk.nextCode()
    await this.#intake.init(payerOf(payer.id), REQUEST)
    return { payer, balance: await this.#balance(payer), payoutId, disputeId, orderId }
  }

  /** The calls in an order that is another one in each round. */
  #calls({ payer, payoutId, disputeId, orderId }: Start): Record<string, () => Promise<unknown>> {
    const { core } = this.#desk
    const { id: partnerId } = payer
    const code = payer.code()
    const account = REQUEST.from
    const answer = { id: disputeId, version: 1, text: 'An answer.', by: this.#by }
    const cancel = () => cancelOrder(core, orderId, 'for a race')
    const calls = {
      take: () => takePayout(core, payoutId),
      reject: () => rejectPayout(core, payoutId, 'for a race'),
      cancel: () => cancelPayout(core, partnerId, payoutId),
      confirm: () => this.#intake.confirm(payerOf(partnerId), { code, from: account }),
      hold: () => hold(core, { partnerId, account, amount: HELD }),
      correct: () => adjust(core, [this.#line('credit', disputeId)]),
      answer: () => core.database.transaction((tx) => answerDispute(core, tx, answer)),
      withdraw: () => withdrawDispute(core, { id: disputeId, partnerId, text: '' }),
      cancelOrder: cancel,
      cancelOrderAgain: cancel,
      block: () => blockPartner(core, partnerId, true, 'for a race'),
    }
    const entries = Object.entries(calls)
    const first = this.#round % entries.length
    return Object.fromEntries([...entries.slice(first), ...entries.slice(0, first)])
  }

  /** Each call comes at another moment in each round: a correction takes two decisions until it commits, so its rivals come later. */
  async #late(name: string, at: number, call: () => Promise<unknown>): Promise<unknown> {
    const later = name === 'answer' || name === 'withdraw' ? (this.#round % 8) * LATEST_MS : 0
    await setTimeout(later + ((this.#round * 7 + at * 13) % LATEST_MS))
    return call()
  }

  #line(direction: 'credit' | 'debit', disputeId?: number) {
    const about = { kind: 'dispute', reason: 'for a race' } as const
    const line = { partnerId: this.#payer!.id, account: REQUEST.from, direction, amount: '5' }
    return disputeId === undefined
      ? { ...line, kind: 'goodwill' as const, reason: about.reason }
      : { ...line, ...about, disputeId }
  }

  async #faults(start: Start, ends: Record<string, Ended>): Promise<string[]> {
    const { disputeId, payoutId } = start
    const faults: string[] = []
    const once = (what: string, ...names: readonly string[]) => {
      const count = names.filter((name) => isDone(ends[name])).length
      if (count !== 1) faults.push(`${what} ended ${count} times`)
    }
    once(`dispute ${disputeId}`, 'correct', 'answer', 'withdraw')
    const given = ['reject', 'cancel'].filter((name) => isDone(ends[name])).length
    if (given > 1 || (given === 0 && !isDone(ends['take']))) {
      faults.push(`payout ${payoutId} came back ${given} times`)
    }
    if (isDone(ends['cancel']) && isDone(ends['take'])) {
      faults.push(`payout ${payoutId} was cancelled after it was taken up, or before`)
    }
    return [
      ...faults,
      ...(await this.#wrongRows(start, ends)),
      ...(await this.#wrongCancellation(start)),
      ...(await this.#wrongBalance(start, ends)),
    ]
  }

  /** What the rows say about the dispute and its correction. */
  async #wrongRows({ disputeId }: Start, ends: Record<string, Ended>): Promise<string[]> {
    const { read } = this.#desk.core.database
    const { state } = await read
      .selectFrom('console.disputes')
      .select('state')
      .where('id', '=', disputeId)
      .executeTakeFirstOrThrow()
    const posted = await read
      .selectFrom('adjustments')
      .select('id')
      .where('disputeId', '=', disputeId)
      .execute()
    const due = isDone(ends['correct'])
    if (posted.length === (due ? 1 : 0) && (state === 'CORRECTED') === due) return []
    return [`dispute ${disputeId} is ${state} with ${posted.length} corrections`]
  }

  /** An order that is cancelled already is as it should be: both calls succeed, and what it credited is taken back once. */
  async #wrongCancellation({ orderId }: Start): Promise<string[]> {
    const { rows } = await sql<{ cancelled: number; credited: number; back: number }>`
      select (select count(*) from cancellations where order_id = ${orderId}) as cancelled,
        count(*) filter (where reverses_id is null) as credited, count(reverses_id) as back
      from bonus_records where order_id = ${orderId}`.execute(this.#desk.core.database.read)
    const { cancelled, credited, back } = rows[0]!
    return cancelled === 1 && credited === back && credited > 0
      ? []
      : [`order ${orderId} was cancelled ${cancelled} times, ${back} of ${credited} taken back`]
  }

  /** The balance after the round is what its effects leave of that before. */
  async #wrongBalance({ payer, balance }: Start, ends: Record<string, Ended>): Promise<string[]> {
    const due =
      balance +
      (isDone(ends['reject']) || isDone(ends['cancel']) ? AMOUNT : 0n) +
      (isDone(ends['correct']) ? CORRECTION : 0n) -
      (isDone(ends['confirm']) ? AMOUNT : 0n)
    const now = await this.#balance(payer)
    return now === due ? [] : [`the balance is ${now}, and ${due} is left`]
  }

  /** Read from the row: a blocked partner sees nothing. */
  async #balance({ id }: Payer): Promise<bigint> {
    const { balance } = await this.#desk.core.database.read
      .selectFrom('accounts')
      .select('balance')
      .where('partnerId', '=', id)
      .where('name', '=', REQUEST.from)
      .executeTakeFirstOrThrow()
    return BigInt(balance!)
  }

  async #bringBack({ payer, payoutId }: Start, ends: Record<string, Ended>): Promise<void> {
    const { core } = this.#desk
    if (!isDone(ends['reject']) && !isDone(ends['cancel'])) {
      await rejectPayout(core, payoutId, 'for a race')
    }
    if (isDone(ends['confirm'])) {
      await rejectPayout(core, (ends['confirm'].value as { id: number }).id, 'for a race')
    }
    if (isDone(ends['hold'])) await release(core, ends['hold'].value as number)
    await blockPartner(core, payer.id, false, 'for a race')
    if (isDone(ends['correct'])) await adjust(core, [this.#line('debit')])
  }
}

const isDone = (end: Ended | undefined): end is PromiseFulfilledResult<unknown> =>
  end?.status === 'fulfilled'

/** Calls that failed by anything but a refusal; a correction that came too late is outdated, or fails at the lock of the dispute. */
function failures(ends: Record<string, Ended>): string[] {
  return Object.entries(ends).flatMap(([name, end]) => {
    if (isDone(end) || end.reason instanceof Refusal) return []
    const isLate = name === 'correct' && /is (OUTDATED|FAILED)$/.test((end.reason as Error).message)
    return isLate ? [] : [`${name} failed: ${String(end.reason)}`]
  })
}
