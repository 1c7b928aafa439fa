import { randomBytes } from 'node:crypto'

import { importPartners } from '../business/partners/import-partners.ts'
import { confirmPayout } from '../business/payouts/confirm/confirm-payout.ts'
import { approvePayout, rejectPayout, takePayout } from '../business/payouts/end/end-payout.ts'
import { batchLines, handOverPayouts, settlePayouts } from '../business/payouts/end/hand-over.ts'
import { initPayout } from '../business/payouts/confirm/init-payout.ts'
import type { Core } from '../core/core.ts'
import { setAuthenticator } from '../passport/accounts/accounts.ts'
import { setVerification } from './verify-account.ts'
import { codeAt, toBase32 } from '../proofs/totp.ts'
import { verifyAll } from '../verify/verify-all.ts'
import { asUpload } from './core.ts'
import { runKilled } from './kill-at-step.ts'
import type { Variables } from './kill-victim.ts'
import { chainText } from './network-files.ts'
import { payerOf, REQUEST, txIdOf } from './payout-desk.ts'
import { postTransfer } from './post-transfers.ts'
import { withCore } from './with-core.ts'

/** A call that a process is killed in. */
export type KillableCall =
  | { kind: 'confirm'; partnerId: number; code: string; from: string }
  | { kind: 'take'; id: number }
  | { kind: 'approve'; id: number; txId: string }
  | { kind: 'hand-over' }
  | { kind: 'settle'; file: string }

const KINDS = ['confirm', 'take', 'approve', 'hand-over', 'settle'] as const
type Kind = (typeof KINDS)[number]

export type PayoutKillOptions = {
  /** The kills, or how many: as many as there are steps meet each step once; fewer are spread evenly over all steps. */
  readonly kills: number | readonly PayoutKill[]
  readonly variables: Variables
  readonly say?: (line: string) => void
}

export type PayoutKillSummary = {
  /** Kills by call, and the steps that the call has. */
  readonly kills: Readonly<Record<Kind, { readonly killed: number; readonly steps: number }>>
  readonly payouts: Readonly<Record<string, number>>
  /** Payouts lost, sent twice, approved and not sent, and what `verify` finds; must be empty. */
  readonly faults: readonly string[]
}

/** The call, and the step at which its process is killed; 0: it is not. */
export type PayoutKill = { readonly kind: Kind; readonly step: number }

/** A chain that counts how often each payout was sent, and names each transfer after its payout. */
class FakeChain {
  readonly sent = new Map<number, number>()

  send(id: number): string {
    this.sent.set(id, (this.sent.get(id) ?? 0) + 1)
    return txIdOf(id)
  }

  /** Sends the complete lines of a batch; returns the file of its answer. */
  sendBatch(batch: string): string {
    const lines = batch.split('\n').slice(1, -1)
    const ids = lines.map((line) => Number(line.split(',')[0]))
    return ['id,txId', ...ids.map((id) => `${id},${this.send(id)}`)].join('\n')
  }
}

const STEP_MS = 30_000
const MOST_PARTNERS = 400

/**
 * Kills a process with SIGKILL at one step of a call about payouts, repeats the call as its caller would, and checks that
 * the chain counts each payout at most once, and each approved payout exactly once.
 */
export async function payoutKills(options: PayoutKillOptions): Promise<PayoutKillSummary> {
  const rounds = new PayoutKills(options)
  await rounds.run()
  return rounds.summary()
}

class PayoutKills {
  readonly #options: PayoutKillOptions
  readonly #chain = new FakeChain()
  readonly #faults: string[] = []
  readonly #kills = Object.fromEntries(
    KINDS.map((kind) => [kind, { killed: 0, steps: 0 }]),
  ) as Record<Kind, { killed: number; steps: number }>
  #payouts: PayoutKillSummary['payouts'] = {}
  #lastPartner = 0

  constructor(options: PayoutKillOptions) {
    this.#options = options
  }

  async run(): Promise<void> {
    const { kills } = this.#options
    await this.#inTurn(typeof kills === 'number' ? await this.#spread(kills) : kills)
  }

  /** Runs each call once without a kill, to count its steps; returns kills at steps spread over all. */
  async #spread(kills: number): Promise<PayoutKill[]> {
    await this.#inTurn(KINDS.map((kind) => ({ kind, step: 0 })))
    const all = KINDS.flatMap((kind) =>
      Array.from({ length: this.#kills[kind].steps }, (_, at) => ({ kind, step: at + 1 })),
    )
    const apart = Math.max(1, all.length / kills)
    return Array.from({ length: kills }, (_, at) => all[Math.floor(at * apart) % all.length]!)
  }

  /** Each round checks the one before and prepares the next in one opening of the data, which costs more than the call. */
  async #inTurn(rounds: readonly PayoutKill[]): Promise<void> {
    let call = await this.#with(async (core) => {
      if (core.network.engine.size === 0) {
        await importPartners(core, asUpload(chainText(MOST_PARTNERS)))
      }
      return this.#prepare(core, rounds[0]!.kind)
    })
    for (const [at, { kind, step }] of rounds.entries()) {
      const ran = call
      const { out, wasKilled, steps } = await runKilled(
        'payout-kill-child.ts',
        { call, step },
        this.#options.variables,
      )
      const counts = this.#kills[kind]
      if (wasKilled) counts.killed += 1
      counts.steps = steps ?? counts.steps
      const next = rounds[at + 1]?.kind
      await this.#with(async (core) => {
        this.#note(kind, step, (await verifyAll(core)).differences)
        await this.#follow(core, ran, out)
        this.#note(kind, step, await this.#wrongPayouts(core))
        if (next !== undefined) call = await this.#prepare(core, next)
      })
      this.#options.say?.(`round ${at + 1} of ${rounds.length}: ${kind}, step ${step}`)
    }
  }

  summary(): PayoutKillSummary {
    return { kills: this.#kills, payouts: this.#payouts, faults: this.#faults }
  }

  #with<T>(work: (core: Core) => Promise<T>): Promise<T> {
    return withCore(this.#options.variables, work)
  }

  #note(kind: Kind, step: number, found: readonly string[]): void {
    this.#faults.push(...found.map((fault) => `${kind}, killed at step ${step}: ${fault}`))
  }

  /** What a call needs: an open request, or payouts that are pending or sent. */
  async #prepare(core: Core, kind: Kind): Promise<KillableCall> {
    const { id: partnerId, code } = await this.#newPayer(core)
    if (kind === 'confirm') return { kind, partnerId, code: code(), from: REQUEST.from }
    const { id } = await confirmPayout(core, payerOf(partnerId), {
      code: code(),
      from: REQUEST.from,
    })
    if (kind === 'take') return { kind, id }
    if (kind === 'approve') {
      await takePayout(core, id)
      return { kind, id, txId: this.#chain.send(id) }
    }
    const other = await this.#newPayer(core)
    await confirmPayout(core, payerOf(other.id), { code: other.code(), from: REQUEST.from })
    if (kind === 'hand-over') return { kind }
    const batch = [...batchLines(await handOverPayouts(core))].join('')
    return { kind, file: this.#chain.sendBatch(batch) }
  }

  /** A partner with an open request. */
  async #newPayer(core: Core) {
    this.#lastPartner += 1
    const id = this.#lastPartner
    const secret = toBase32(randomBytes(20))
    await core.database.transaction(async (tx) => {
      await setVerification(core, tx, id, 'APPROVED')
      await setAuthenticator(core, tx, id, secret)
      await postTransfer(tx, {
        key: `kills:${id}`,
        partnerId: id,
        account: REQUEST.from,
        counter: 'bonus_expense',
        toPartner: true,
        currency: 'UCN',
        amount: '100000000000',
        kind: 'TEST_CREDIT',
        reference: 'test',
        createdAt: core.clock() - 86_400_000,
      })
    })
    await initPayout(core, payerOf(id), REQUEST)
    return { id, code: () => codeAt(secret, Math.floor(core.clock() / STEP_MS)) }
  }

  /** Repeats the call as its caller would, and ends its payouts. */
  async #follow(core: Core, call: KillableCall, out: string): Promise<void> {
    if (call.kind === 'confirm') return this.#endConfirmed(core, call.partnerId)
    if (call.kind === 'take') {
      await takePayout(core, call.id)
      await approvePayout(core, call.id, this.#chain.send(call.id))
    }
    if (call.kind === 'approve' && (await statusOf(core, call.id)) === 'PENDING') {
      await approvePayout(core, call.id, call.txId)
    }
    if (call.kind === 'settle') await settlePayouts(core, asUpload(call.file))
    if (call.kind === 'hand-over') await this.#handOverAgain(core, out)
  }

  /** The partner sees in the history whether the payout exists. */
  async #endConfirmed(core: Core, partnerId: number): Promise<void> {
    const { read } = core.database
    const payouts = await read
      .selectFrom('payouts')
      .select('id')
      .where('partnerId', '=', partnerId)
      .execute()
    const { balance } = await read
      .selectFrom('accounts')
      .select('balance')
      .where('partnerId', '=', partnerId)
      .executeTakeFirstOrThrow()
    const due = payouts.length === 1 ? '90000000000' : '100000000000'
    if (payouts.length > 1 || String(balance) !== due) {
      this.#faults.push(`partner ${partnerId}: ${payouts.length} payouts, balance ${balance}`)
    }
    for (const { id } of payouts) {
      await takePayout(core, id)
      await approvePayout(core, id, this.#chain.send(id))
    }
  }

  /**
   * Sends what the killed process has written, then the next batch. A payout that was handed over and never written stays
   * pending: its operator finds nothing on the chain and rejects it.
   */
  async #handOverAgain(core: Core, out: string): Promise<void> {
    await settlePayouts(core, asUpload(this.#chain.sendBatch(out)))
    const batch = [...batchLines(await handOverPayouts(core))].join('')
    await settlePayouts(core, asUpload(this.#chain.sendBatch(batch)))
    const lost = await core.database.read
      .selectFrom('payouts')
      .select('id')
      .where('status', '=', 'PENDING')
      .execute()
    for (const { id } of lost) {
      if (this.#chain.sent.has(id)) this.#faults.push(`payout ${id} was sent and is pending`)
      await rejectPayout(core, id, 'not found on the chain')
    }
  }

  /** Compares all payouts with the chain, and counts them for the summary. */
  async #wrongPayouts({ database }: Core): Promise<string[]> {
    const payouts = await database.read.selectFrom('payouts').select(['id', 'status']).execute()
    const byStatus = Map.groupBy(payouts, ({ status }) => status)
    this.#payouts = Object.fromEntries(
      [...byStatus].map(([status, { length }]) => [status, length]),
    )
    return payouts.flatMap(({ id, status }) => {
      const sent = this.#chain.sent.get(id) ?? 0
      const due = { SUCCESS: 1, REJECTED: 0, PENDING: 0 }[status]
      return sent === due ? [] : [`payout ${id} is ${status} and was sent ${sent} times`]
    })
  }
}

async function statusOf({ database }: Core, id: number) {
  const { status } = await database.read
    .selectFrom('payouts')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return status
}
