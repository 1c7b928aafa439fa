import { noteFirstService } from '../business/months/due-months.ts'
import { closeDueMonths } from '../business/months/close-due-months.ts'
import { ClockWatch } from '../core/clock-watch.ts'
import type { Database } from '../db/database.ts'
import { codeAt } from '../proofs/totp.ts'
import { verifyAll } from '../verify/verify-all.ts'
import type { TestClock } from './core.ts'
import { TestIdentity } from './identity.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const JUMP_MS = 40 * DAY_MS
const STEP_MS = 30_000
const ORDERS_A_TIME = 5
/** Sign-ins of an account in a minute. */
const SIGN_INS_A_MINUTE = 5
/** An account with an authenticator, and one without. */
const [WITH_CODES, WITHOUT] = ['one@example.com', 'two@example.com']

/** What happened around jumps of the clock, and as sentences what should not have. */
export type ClockJumps = {
  readonly orders: number
  readonly signIns: number
  readonly faults: readonly string[]
}

/**
 * Moves the machine's clock 40 days ahead and back, again and again, while orders, sign-ins, sessions, codes and closings
 * by themselves go on. The partners' phones and the database keep the right time.
 */
export async function jumpClock(database: Database, rounds: number): Promise<ClockJumps> {
  const start = Date.now() - HOUR_MS
  const machine = new Machine(start)
  const trustedClock = new ClockWatch(
    () => machine.clock.now,
    () => machine.elapsed,
  )
  const identity = await TestIdentity.open(database, { clock: machine.clock, trustedClock })
  await identity.startAgain()
  machine.clock.now = start
  // With what the opening has taken: the database's clock went on.
  machine.pass(Date.now() - start)
  const office = new Office(identity, machine)
  await office.closesByItself()
  await office.setUpCodes()
  for (let round = 0; round < rounds; round += 1) await office.round()
  await office.isWhole()
  await Promise.all([identity.app.close(), identity.operators.close()])
  return office
}

class Machine {
  readonly clock: TestClock
  elapsed = 0
  /** How far the clock is ahead. */
  #ahead = 0

  constructor(now: number) {
    this.clock = { now }
  }

  /** What phones and shops show. */
  get rightNow(): number {
    return this.clock.now - this.#ahead
  }

  pass(ms: number): void {
    this.elapsed += ms
    this.clock.now += ms
  }

  jump(ms: number): void {
    this.#ahead += ms
    this.clock.now += ms
  }
}

class Office implements ClockJumps {
  orders = 0
  signIns = 0
  readonly faults: string[] = []
  readonly #identity: TestIdentity
  readonly #machine: Machine
  #secret = ''
  #closings = 0

  constructor(identity: TestIdentity, machine: Machine) {
    this.#identity = identity
    this.#machine = machine
  }

  /** The product has served for two months, and none was closed: with a steady clock they are closed now. */
  async closesByItself(): Promise<void> {
    const { core } = this.#identity
    await noteFirstService(core.database.read, this.#machine.clock.now - 62 * DAY_MS)
    const { closed } = await closeDueMonths(core)
    this.#closings = closed.length
    this.#expect(closed.length > 0, 'a steady clock closed no month')
  }

  async setUpCodes(): Promise<void> {
    const token = await this.#identity.signIn({ email: WITH_CODES })
    const { body } = await this.#identity.as(token, 'POST', '/v1/two-fa/google')
    this.#secret = body.data.secret
    const code = this.#phoneCode()
    await this.#identity.as(token, 'POST', '/v1/two-fa/google/confirm', { code })
  }

  async round(): Promise<void> {
    const machine = this.#machine
    machine.pass(2 * MINUTE_MS)
    const session = await this.#identity.signIn({ email: WITHOUT })
    await this.#signsIn(this.#withCode(), 'with a code')
    await this.#recordOrders()

    machine.jump(JUMP_MS)
    this.#expect(!(await this.#isOpen(session)), 'a session outlived its time by the clock ahead')
    await this.#recordOrders()
    const later = await this.#identity.signIn({ email: WITHOUT })
    this.#expect(await this.#isOpen(later), 'a new session was refused')
    await this.#useUpSignIns()
    await this.#closesNothing()

    machine.pass(STEP_MS)
    machine.jump(-JUMP_MS)
    this.#expect(await this.#isOpen(session), 'a session was lost')
    this.#expect(!(await this.#isOpen(later)), 'a session of the clock ahead was still open')
    await this.#signsIn({ email: WITHOUT }, 'after its limit was used up by the clock ahead')
    await this.#signsIn(this.#withCode(), 'with a code, after the jump')
    await this.#recordOrders()
    await this.#closesNothing()
  }

  /** Every acknowledged order is there once, no further month is closed, and the money is right. */
  async isWhole(): Promise<void> {
    const { core } = this.#identity
    const count = async (table: 'orders' | 'periodSeals') =>
      (await core.database.read.selectFrom(table).selectAll().execute()).length
    this.#expect((await count('orders')) === this.orders, 'orders were lost or recorded twice')
    this.#expect((await count('periodSeals')) === this.#closings, 'a month was closed')
    this.faults.push(...(await verifyAll(core)).differences)
  }

  #expect(isAsItMustBe: boolean, fault: string): void {
    if (!isAsItMustBe) this.faults.push(fault)
  }

  async #isOpen(token: string): Promise<boolean> {
    return (await this.#identity.as(token, 'GET', '/v1/user')).status === 200
  }

  #phoneCode(): string {
    return codeAt(this.#secret, Math.floor(this.#machine.rightNow / STEP_MS))
  }

  #withCode() {
    return { email: WITH_CODES, code: this.#phoneCode() }
  }

  async #signsIn(fields: object, how: string): Promise<void> {
    this.signIns += 1
    const { body } = await this.#identity.login(fields)
    this.#expect(body.state === 'success', `a sign-in ${how} was refused: ${JSON.stringify(body)}`)
  }

  async #useUpSignIns(): Promise<void> {
    let refused = false
    for (let count = 0; count < SIGN_INS_A_MINUTE; count += 1) {
      refused = (await this.#identity.login({ email: WITHOUT })).status === 429
    }
    this.#expect(refused, 'the limit of sign-ins did not hold')
  }

  async #recordOrders(): Promise<void> {
    for (let count = 0; count < ORDERS_A_TIME; count += 1) {
      this.orders += 1
      const order = { orderId: this.orders, userId: 2, amount: '100.00' }
      const answer = await this.#identity.operate('POST', '/internal/v1/orders', {
        ...order,
        paidAt: this.#machine.rightNow,
      })
      this.#expect(answer.state === 'success', `an order was refused: ${JSON.stringify(answer)}`)
    }
  }

  async #closesNothing(): Promise<void> {
    const { closed } = await closeDueMonths(this.#identity.core)
    this.#expect(closed.length === 0, `closed by itself: ${closed.join(', ')}`)
  }
}
