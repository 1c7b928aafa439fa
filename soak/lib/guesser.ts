import type { SeededRandom } from '../../apps/server/src/demo/random.ts'
import { codeAt } from '../../apps/server/src/proofs/totp.ts'
import { PASSWORD, type TestIdentity } from '../../apps/server/src/testing/identity.ts'
import { type GuessBudget, TRIES_A_MINUTE } from './guess-budget.ts'

const STEP_MS = 30_000
const ADDRESSES = 50
const TOKEN_ADDRESSES = 2
const OWNER_ADDRESS = '192.0.2.1'

/** The attacked accounts. The attacker has stolen a session of each. */
export type Victims = {
  /** Starts to set up an authenticator and never confirms it. */
  readonly one: { readonly email: string; readonly token: string; readonly cookie: string }
  /** Has an authenticator; the attacker knows the password too. */
  readonly two: { readonly email: string; readonly token: string }
}

/** Signs both in, with sessions that outlast the attack, and gives the second an authenticator. */
export async function prepareVictims(identity: TestIdentity): Promise<Victims> {
  await identity.configure({
    sessionIdle: '3650d',
    sessionMax: '3650d',
    'rateLimit.signInAddress': String(TRIES_A_MINUTE),
  })
  const [one, two] = ['one@example.com', 'two@example.com'] as const
  const { headers } = await identity.login({ email: one }, OWNER_ADDRESS)
  const cookie = String(headers['set-cookie']).split(';', 1)[0]!
  const tokens = [await identity.signIn({ email: one }), await identity.signIn({ email: two })]
  for (const token of tokens) {
    const { body } = await identity.as(token, 'POST', '/v1/two-fa/google')
    if (token !== tokens[1]) continue
    const code = codeAt(body.data.secret, Math.floor(identity.clock.now / STEP_MS))
    await identity.as(token, 'POST', '/v1/two-fa/google/confirm', { code })
  }
  return { one: { email: one, token: tokens[0]!, cookie }, two: { email: two, token: tokens[1]! } }
}

/** Classifies the answer to a guess: compared and wrong, or not compared; any other answer is a success. */
const WRONG = new Set([
  'bad_credentials',
  'incorrect_otp',
  'wrong_old_password',
  'otp_confirmation_error',
])
const TURNED_AWAY = new Set(['user_account_locked', 'too_many_requests'])

type Body = { readonly state: string; readonly errors: Readonly<Record<string, string>> }

/** Guesses on every path and records the answers. */
export class Guesser {
  done = 0
  ownerSignIns = 0
  ownerTurnedAway = 0
  readonly #random: SeededRandom
  readonly #victims: Victims
  readonly #budget: GuessBudget
  readonly #outcomes = new Map<string, number>()

  constructor(random: SeededRandom, victims: Victims, budget: GuessBudget) {
    this.#random = random
    this.#victims = victims
    this.#budget = budget
  }

  async guess(identity: TestIdentity): Promise<void> {
    this.done += 1
    const victim = this.#random.pick([this.#victims.one, this.#victims.two])
    const path = this.#random.integer(0, 5)
    if (path === 0) return this.#token(identity)
    const { body } = await this.#ask(identity, victim, path)
    this.#note(victim.email, body)
  }

  /** Signs the owner in on a known device during the attack. Her success gives the attacker no new guesses. */
  async ownerSignsIn(identity: TestIdentity): Promise<void> {
    const { email, cookie } = this.#victims.one
    const { body } = await identity.login({ email }, OWNER_ADDRESS, cookie)
    if (body.state === 'success') this.ownerSignIns += 1
    else this.ownerTurnedAway += 1
  }

  summary(): string {
    return [...this.#outcomes].map(([outcome, times]) => `${times} ${outcome}`).join(', ')
  }

  #ask(identity: TestIdentity, { email, token }: { email: string; token: string }, path: number) {
    const code = String(this.#random.integer(0, 999_999)).padStart(6, '0')
    const guessed = `guess-${this.#random.integer(0, 999_999)}`
    const from = this.#address()
    if (path === 1) return identity.login({ email, password: guessed }, from)
    // The attacker does not know the first account's password, so there is no code to guess at sign-in.
    if (path === 2 && email === this.#victims.two.email) {
      return identity.login({ email, password: PASSWORD, code }, from)
    }
    if (path === 3) return identity.as(token, 'POST', '/v1/two-fa/google/confirm', { code })
    if (path === 4) return identity.as(token, 'DELETE', '/v1/two-fa/google', { code })
    const repeat = 'a-new-Password-1'
    const form = { oldPassword: guessed, newPassword: repeat, repeat }
    return identity.as(token, 'PUT', '/v1/password', form)
  }

  async #token(identity: TestIdentity): Promise<void> {
    const from = `198.51.100.${this.#random.integer(1, TOKEN_ADDRESSES)}`
    const form = { token: `t${this.#random.next()}`, password: 'a-new-Password-1' }
    const { body } = await identity.post('/v1/password/reset', form, from)
    const [code = body.state] = Object.values((body as Body).errors)
    this.#count(code)
    if (code === 'not_found') this.#budget.lookedAtToken(from, identity.clock.now)
    else if (!TURNED_AWAY.has(code)) this.#budget.succeeded(`a mail's token, ${code}`)
  }

  #note(account: string, { state, errors }: Body): void {
    const [code = state] = Object.values(errors)
    this.#count(code)
    if (WRONG.has(code)) this.#budget.lookedAtAccount(account)
    else if (!TURNED_AWAY.has(code)) this.#budget.succeeded(`${account}, ${code}`)
  }

  #address(): string {
    return `203.0.113.${this.#random.integer(1, ADDRESSES)}`
  }

  #count(outcome: string): void {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1)
  }
}
