import type { Proposal, Proposed } from '@partner-office/contracts'

import { importPartners } from '../business/partners/import-partners.ts'
import { asUpload } from './core.ts'
import { chainText } from './network-files.ts'
import type { Browser, OperatorsDesk } from './operators-desk.ts'
import { recordOrder } from './record-order.ts'

/** The kinds of proposals that races are run with. */
export const RACED_KINDS = [
  'setting',
  'rate',
  'role',
  'recovery',
  'order_cancel',
  'adjustment',
] as const
type Kind = Extract<Proposed['kind'], (typeof RACED_KINDS)[number]>

const REASON = 'to be decided four times at once'
const CALLS = ['approve', 'approve', 'refuse', 'approve'] as const

/** Proposals of one kind that four calls decide at the same moment. Source: requirements APR-006. */
export class ProposalRaces {
  readonly #desk: OperatorsDesk
  readonly #kind: Kind
  readonly #proposer: Browser
  readonly #approver: Browser
  /** The operator whose roles or access change. */
  readonly #changed: string
  #round = 0

  private constructor(
    desk: OperatorsDesk,
    kind: Kind,
    people: { proposer: Browser; approver: Browser; changed: string },
  ) {
    this.#desk = desk
    this.#kind = kind
    this.#proposer = people.proposer
    this.#approver = people.approver
    this.#changed = people.changed
  }

  static async open(desk: OperatorsDesk, kind: Kind): Promise<ProposalRaces> {
    const proposer = await desk.operator(`ann-${kind}@example.com`, 'admin', 'finance')
    const approver = await desk.operator(`bob-${kind}@example.com`, 'admin', 'finance')
    const changed = `cy-${kind}@example.com`
    if (kind === 'adjustment' || kind === 'order_cancel') await knowPartners(desk)
    await desk.link(changed, [kind === 'recovery' ? 'plan' : 'viewer'])
    return new ProposalRaces(desk, kind, { proposer, approver, changed })
  }

  /** Proposes an act and decides it four times at once; returns what is wrong afterwards. */
  async race(): Promise<string[]> {
    const before = await this.#lastEntry()
    const body = { kind: this.#kind, ...(await this.#nextAct()), reason: REASON }
    const made = await this.#desk.as(this.#proposer, 'POST', 'proposals', body)
    if (made.data?.state !== 'OPEN') throw new Error(JSON.stringify(made.body))
    const { id } = made.data as Proposal
    const answers = await Promise.all(CALLS.map((what) => this.#decide(id, what)))
    const won = answers.filter(({ body: answer }) => answer.state === 'success')
    if (won.length !== 1) return [`proposal ${id}: ${won.length} calls won`]
    const { state } = won[0]!.data as Proposal
    const lost = answers.filter((each) => each !== won[0])
    return [
      ...lost.flatMap(({ body: { errors } }) =>
        errors[0].code === 'proposal_closed' && errors[0].errors[0] === state
          ? []
          : [`proposal ${id}: ${state}, and another call got ${JSON.stringify(errors)}`],
      ),
      ...(await this.#wrongActs(id, state, before)),
    ]
  }

  #decide(id: number, what: (typeof CALLS)[number]) {
    const body = { version: 1, ...(what === 'refuse' && { reason: REASON }) }
    return this.#desk.as(this.#approver, 'POST', `proposals/${id}/${what}`, body)
  }

  /** An act that changes something, whatever the one before has left. */
  async #nextAct(): Promise<{ object: string; values: object }> {
    this.#round += 1
    const { data } = await this.#desk.as(this.#proposer, 'GET', 'operators')
    const operators = data.content as { id: number; email: string; roles: string[] }[]
    const { id, roles } = operators.find(({ email }) => email === this.#changed)!
    const acts = {
      setting: { object: 'maxPendingPayouts', values: { value: String((this.#round % 7) + 1) } },
      // Each differs so much from the nine before it that it needs a second operator: where refusals win, the rate stays.
      rate: {
        object: 'EUR/UPT',
        values: { rate: String(3 ** (1 + (this.#round % 10))), rateType: 'SELL' },
      },
      role: {
        object: String(id),
        values: { roles: [roles.includes('plan') ? 'finance' : 'plan'] },
      },
      recovery: { object: String(id), values: {} },
      adjustment: {
        object: 'partner 1',
        values: {
          mayGoNegative: false,
          lines: [
            {
              partnerId: 1,
              account: 'CASH',
              direction: 'credit',
              amount: '1.00',
              kind: 'goodwill',
              reason: 'for a test',
            },
          ],
        },
      },
    }
    return this.#kind === 'order_cancel' ? this.#nextOrder() : acts[this.#kind]
  }

  /** An order whose cancellation takes back more than `fourEyesCancelEur`. */
  async #nextOrder(): Promise<{ object: string; values: object }> {
    const { core } = this.#desk
    const orderId = this.#round
    await recordOrder(core, { orderId, partnerId: 2, paidAt: core.clock(), cents: 2_000_000 })
    return { object: String(orderId), values: {} }
  }

  async #lastEntry(): Promise<number> {
    const { id } = await this.#desk.core.database.read
      .selectFrom('auditLog')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    return id
  }

  async #wrongActs(id: number, state: string, since: number): Promise<string[]> {
    const acts = (await this.#desk.entriesSince(since)).filter(
      ({ command, details }) =>
        !command.startsWith('proposal') && (details as { proposal?: number }).proposal === id,
    )
    const due = state === 'DONE' ? 1 : 0
    return acts.length === due ? [] : [`proposal ${id}: ${state}, with ${acts.length} acts`]
  }
}

async function knowPartners({ core }: OperatorsDesk): Promise<void> {
  const known = await core.database.read.selectFrom('partners').select('id').execute()
  if (known.length === 0) await importPartners(core, asUpload(chainText(2)))
}
