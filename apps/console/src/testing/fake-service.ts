import type { CallReply, getMe, getMyFactors, getMySessions } from '@partner-office/contracts'
import type { Operator, Proposal } from '@partner-office/contracts'

type Me = CallReply<typeof getMe>
type Answer = { readonly status: number; readonly body: unknown }
type Call = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
}

/** A refusal, as the service writes it. */
export const refused = (
  code: string,
  {
    status = 200,
    fieldName = null as string | null,
    errors = null as readonly string[] | null,
  } = {},
): Answer => ({
  status,
  body: { state: 'error', data: null, errors: [{ code, fieldName, errors }] },
})

const success = (data: unknown): Answer => ({
  status: 200,
  body: { state: 'success', data, errors: [] },
})

export const NOW = Date.UTC(2026, 10, 26, 10, 42)
const HOUR_MS = 3_600_000
const BASIS = 'e8820bd4c1f05a7790aa1234c0ffee00e8820bd4c1f05a7790aa1234c0ffee00'

const operator = (id: number, email: string, changes: Partial<Operator> = {}): Operator => ({
  id,
  email,
  roles: ['finance', 'admin'],
  state: 'active',
  lockedUntil: null,
  addedAt: NOW - 90 * 24 * HOUR_MS,
  lastSignInAt: NOW - id * HOUR_MS,
  version: 1,
  ...changes,
})

/** A proposal of another operator that waits. */
export const proposal = (id: number, changes: Partial<Proposal> = {}): Proposal => ({
  id,
  kind: 'setting',
  state: 'OPEN',
  object: 'maxPendingPayouts',
  objectName: 'maxPendingPayouts',
  before: { value: '3' },
  after: { value: '5' },
  preview: [{ name: 'maxPendingPayouts', before: '3', after: '5', difference: '+2' }],
  basis: BASIS,
  reason: 'Partners with several wallets ask for more.',
  proposer: { id: 2, email: 'ilse.brandt@example.com' },
  at: NOW - 2 * HOUR_MS,
  expiresAt: NOW + 166 * HOUR_MS,
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  changes: [],
  failure: null,
  again: null,
  approvers: 1,
  acts: ['approve', 'refuse'],
  shorter: null,
  version: 1,
  ...changes,
})

/**
 * For tests: the console's service in the memory of the test. It answers with the types of the contracts, keeps what acts change,
 * and refuses what a test puts into `refusals`, by call.
 */
export class FakeService {
  me: Me | null = {
    operator: { id: 1, email: 'mira.holt@example.com', roles: ['finance', 'admin'] },
    token: 'console-token',
    endsAt: NOW + 11 * HOUR_MS,
    freshUntil: NOW + HOUR_MS,
    fourEyes: true,
    openProposals: 1,
  }
  operators: Operator[] = [
    operator(1, 'mira.holt@example.com'),
    operator(2, 'ilse.brandt@example.com'),
    operator(3, 'tom.reed@example.com', { roles: ['viewer', 'support'] }),
    operator(4, 'new@example.com', { roles: ['viewer'], state: 'invited', lastSignInAt: null }),
    operator(5, 'gone@example.com', { roles: ['support'], state: 'locked' }),
  ]
  proposals: Proposal[] = [
    proposal(12),
    proposal(11, {
      kind: 'role',
      object: '3',
      objectName: 'tom.reed@example.com',
      proposer: { id: 1, email: 'mira.holt@example.com' },
      preview: [
        { name: 'roles', before: 'viewer, support', after: 'support, finance', difference: null },
      ],
      acts: ['withdraw'],
      at: NOW - 3 * HOUR_MS,
    }),
    proposal(10, {
      state: 'OUTDATED',
      acts: [],
      kind: 'rate',
      object: 'EUR/UCHAIN',
      objectName: 'EUR/UCHAIN',
      changes: ['The rate is now 2.1980, not 2.1010'],
      at: NOW - 26 * HOUR_MS,
    }),
    proposal(9, {
      state: 'REFUSED',
      acts: [],
      decidedBy: { id: 1, email: 'mira.holt@example.com' },
      decidedAt: NOW - 30 * HOUR_MS,
      decisionReason: 'Three are enough, as agreed in May.',
      at: NOW - 31 * HOUR_MS,
    }),
  ]
  sessions: CallReply<typeof getMySessions> = [
    {
      id: 1,
      device: 'Firefox, Linux',
      place: '10.0.0.',
      openedAt: NOW,
      lastUsedAt: NOW,
      isCurrent: true,
    },
    {
      id: 2,
      device: 'Safari, macOS',
      place: '10.0.1.',
      openedAt: NOW,
      lastUsedAt: NOW,
      isCurrent: false,
    },
  ]
  factors: CallReply<typeof getMyFactors> = [
    { id: 1, kind: 'authenticator', name: 'Authenticator', addedAt: NOW, usedAt: NOW },
  ]
  /** The calls that came, with their headers. */
  readonly calls: {
    readonly call: string
    readonly query: Readonly<Record<string, string>>
    readonly body: unknown
    readonly headers: Headers
  }[] = []
  /** What further calls answer, by call: data, or a function of the call. */
  readonly data = new Map<string, unknown>()
  /** Queued answers by call; each replaces one answer of the service. */
  readonly refusals = new Map<string, Answer[]>()

  /** Answers one call. */
  answer(call: Call, headers: Headers): Answer {
    const name = `${call.method} ${call.path}`
    const query = Object.fromEntries(call.query)
    this.calls.push({ call: name, query, body: call.body, headers })
    const refusal = this.refusals.get(name)?.shift()
    if (refusal !== undefined) return refusal
    if (this.me === null && !/\/(login|welcome)/.test(call.path)) {
      return refused('invalid_token', { status: 401 })
    }
    return this.#do(name, call)
  }

  #do(name: string, call: Call): Answer {
    const { path, body } = call
    const further = this.data.get(name)
    if (typeof further === 'function') return success((further as (call: Call) => unknown)(call))
    if (further !== undefined) return success(further)
    const [, id = ''] = /\/(\d+)(?:\/|$)/.exec(path) ?? []
    if (path.startsWith('/console/v1/proposals')) return this.#proposal(name, Number(id), body)
    if (path.startsWith('/console/v1/operators/')) return this.#change(path, Number(id), body)
    switch (name) {
      case 'GET /console/v1/me':
        return success(this.me)
      case 'GET /console/v1/operators':
        return success({ content: this.operators })
      case 'GET /console/v1/me/sessions':
        return success(this.sessions)
      case 'GET /console/v1/me/factors':
        return success(this.factors)
      case 'POST /console/v1/fresh/options':
        return success({ factors: ['authenticator'] })
      case 'POST /console/v1/fresh':
        return success({ freshUntil: NOW + HOUR_MS / 4 })
      case 'DELETE /console/v1/me/sessions/2':
        this.sessions = this.sessions.slice(0, 1)
        return success({})
      case 'POST /console/v1/operators': {
        const added = operator(6, (body as { email: string }).email, { state: 'invited' })
        this.operators.push(added)
        return success(added)
      }
      default:
        return success({})
    }
  }

  #proposal(name: string, id: number, body: unknown): Answer {
    if (name === 'GET /console/v1/proposals') return success({ content: this.proposals })
    if (name === 'POST /console/v1/proposals/preview') {
      return success({
        preview: this.proposals[1]!.preview,
        basis: BASIS,
        isNeeded: true,
        approvers: 1,
      })
    }
    if (name === 'POST /console/v1/proposals') {
      const { kind, object, reason } = body as Pick<Proposal, 'kind' | 'object' | 'reason'>
      const { id: own = 0, email = '' } = this.me?.operator ?? {}
      const made = proposal(13, {
        kind,
        object,
        reason,
        proposer: { id: own, email },
        acts: ['withdraw'],
      })
      this.proposals.unshift(made)
      return success(made)
    }
    const found = this.proposals.find((one) => one.id === id)
    if (found === undefined) return refused('not_found')
    const states = { approve: 'DONE', refuse: 'REFUSED', withdraw: 'WITHDRAWN' } as const
    const act = name.split('/').at(-1) ?? ''
    if (!(act in states)) return success(found)
    const decided = this.#decided(found, states[act as keyof typeof states], body)
    this.proposals = this.proposals.map((one) => (one === found ? decided : one))
    return success(decided)
  }

  #decided(found: Proposal, state: Proposal['state'], body: unknown): Proposal {
    const { id = 0, email = '' } = this.me?.operator ?? {}
    const { reason = null } = (body ?? {}) as { readonly reason?: string }
    return {
      ...found,
      state,
      acts: [],
      decidedBy: { id, email },
      decidedAt: NOW,
      decisionReason: reason,
      version: found.version + 1,
    }
  }

  #change(path: string, id: number, body: unknown): Answer {
    const found = this.operators.find((one) => one.id === id)
    if (found === undefined) return refused('not_found')
    if (path.endsWith('/remove')) {
      this.operators = this.operators.filter((one) => one !== found)
      return success({})
    }
    const { roles = found.roles } = body as Partial<Operator>
    const state = path.endsWith('/lock') ? 'locked' : path.endsWith('/reset') ? 'invited' : 'active'
    const changed = { ...found, roles, state, version: found.version + 1 } as Operator
    this.operators = this.operators.map((one) => (one === found ? changed : one))
    return success(changed)
  }
}
