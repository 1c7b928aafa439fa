import { createHash, randomBytes } from 'node:crypto'

import type { Core } from '../core/core.ts'
import type { Database, Tx } from '../db/database.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { setAuthenticator } from '../passport/accounts/accounts.ts'
import { setVerification } from './verify-account.ts'
import { codeAt, toBase32 } from '../proofs/totp.ts'
import { asUpload, IDENTITY, openTestCore, TEST_NOW } from './core.ts'
import { PASSWORD, PASSWORD_HASH } from './identity.ts'
import { chainText } from './network-files.ts'
import { PartnersService } from './partners-service.ts'
import { postTransfer } from './post-transfers.ts'

/** How long an authenticator shows a code. */
export const STEP_MS = 30_000
const PARTNERS = 100

/** The code that an app with a secret shows; `steps` later or earlier. */
export const codeFor = (secret: string, now: number, steps = 0): string =>
  codeAt(secret, Math.floor(now / STEP_MS) + steps)

/** A new address that the routes admit. */
export const newAddress = (): string => `ucn1${randomBytes(16).toString('hex')}`

/** The id of a transaction, another one for each number. */
export const txIdOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`

/** A request that all rules admit. */
export const REQUEST = {
  from: 'UCHAIN_UCN_BONUS',
  to: 'UCN_XRC10_WHITE',
  address: 'ucn1qp0a8v7x2k5m9t3w6z4r8y1c7b',
  amount: '100',
}

/** A partner who pays out in one session. */
export const payerOf = (partnerId: number) => ({ partnerId, signIn: 'one' })

const ACCOUNTS: readonly string[] = ['UCHAIN_UCN_BONUS', 'UCHAIN_UPT_BONUS']

type Given = { balance?: number; isVerified?: boolean; hasAuthenticator?: boolean }

/** The services of a network whose partners pay out, and the operators who send it. */
export class PayoutDesk {
  readonly service: PartnersService
  readonly core: Core
  #lastPartner = 0

  private constructor(service: PartnersService) {
    this.service = service
    this.core = service.core
  }

  /** Without limits of requests: a test that is about them sets its own. */
  static async open(database: Database): Promise<PayoutDesk> {
    const clock = { now: TEST_NOW }
    const core = await openTestCore(database, { clock })
    await importPartners(core, asUpload(chainText(PARTNERS)))
    await changeSettings(core, {
      enforceLegalsOnApi: 'FALSE',
      sessionIdle: '30d',
      'rateLimit.payoutInit': '0',
      'rateLimit.user': '0',
    })
    return new PayoutDesk(await PartnersService.around(core, clock))
  }

  get clock() {
    return this.service.clock
  }

  /** A partner whom no other test uses, with what a payout needs. Units: `balance` in whole UCN and UPT. */
  async payer({
    balance = 1_000,
    isVerified = true,
    hasAuthenticator = true,
  }: Given = {}): Promise<Payer> {
    this.#lastPartner += 1
    const payer = new Payer(this, this.#lastPartner, await this.service.signIn(this.#lastPartner))
    if (isVerified) await payer.verify()
    if (hasAuthenticator) await payer.setUpAuthenticator()
    if (balance > 0) await payer.credit(balance)
    return payer
  }

  async post(token: string, url: string, payload?: object) {
    const { status, body } = await this.service.call('POST', url, {
      headers: { authorization: `Bearer ${token}` },
      ...(payload !== undefined && { payload }),
    })
    const [error] = body.errors ?? []
    return { status, data: body.data, code: error?.code as string | undefined, error }
  }

  /** A call of the operators' port. */
  async operator(method: 'POST' | 'PUT', url: string, payload?: object) {
    const response = await this.service.operators.inject({
      method,
      url: `/internal/v1${url}`,
      headers: { authorization: 'Bearer a-key-of-some-length' },
      ...(payload !== undefined && { payload }),
    })
    const body = response.json()
    const [error] = body.errors ?? []
    return { status: response.statusCode, data: body.data, code: error?.code, error }
  }

  /** Takes a payout up and approves it, as operators do; returns the answer of the approval. */
  async approve(id: number, txId = txIdOf(id)) {
    await this.operator('POST', `/payouts/${id}/take`)
    return this.operator('POST', `/payouts/${id}/approve`, { txId })
  }

  /** Moves the clock on, so that every app shows a new code. */
  nextCode(): void {
    this.clock.now += 2 * STEP_MS
  }
}

/** A partner who pays out over HTTP. */
export class Payer {
  readonly desk: PayoutDesk
  readonly id: number
  readonly token: string
  #secret = ''

  constructor(desk: PayoutDesk, id: number, token: string) {
    this.desk = desk
    this.id = id
    this.token = token
  }

  async verify(status: 'APPROVED' | 'REJECTED' = 'APPROVED'): Promise<void> {
    const { core } = this.desk
    await core.database.transaction((tx) => setVerification(core, tx, this.id, status))
  }

  async setUpAuthenticator(): Promise<void> {
    const { core } = this.desk
    this.#secret = toBase32(randomBytes(20))
    await core.database.transaction(async (tx) => {
      await tx.deleteFrom('passport.authenticators').where('userId', '=', this.id).execute()
      await setAuthenticator(core, tx, this.id, this.#secret)
    })
  }

  async dropAuthenticator(): Promise<void> {
    await this.desk.core.database.transaction((tx) =>
      tx.deleteFrom('passport.authenticators').where('userId', '=', this.id).execute(),
    )
  }

  /** The same partner in another session. */
  async inNewSession(): Promise<Payer> {
    const other = new Payer(this.desk, this.id, await this.desk.service.signIn(this.id))
    other.#secret = this.#secret
    return other
  }

  /** Credits both accounts that can be paid out, yesterday. Units: whole coins; negative: takes them back. */
  async credit(coins: number): Promise<void> {
    await this.desk.core.database.transaction((tx) => this.#post(tx, coins))
  }

  /** Takes coins back from both accounts, or one, in the transaction of a test. Units: whole coins. */
  takeBack(tx: Tx, coins: number, accounts = ACCOUNTS): Promise<void> {
    return this.#post(tx, -coins, accounts)
  }

  async #post(tx: Tx, coins: number, accounts = ACCOUNTS): Promise<void> {
    for (const account of accounts) {
      const currency = account === REQUEST.from ? 'UCN' : 'UPT'
      await postTransfer(tx, {
        key: `test:${randomBytes(8).toString('hex')}`,
        partnerId: this.id,
        account,
        counter: 'bonus_expense',
        toPartner: coins > 0,
        currency,
        amount: String(Math.round(Math.abs(coins) * 1e8)),
        kind: 'TEST_CREDIT',
        reference: 'test',
        createdAt: TEST_NOW - 86_400_000,
      })
    }
  }

  /** The code that the app shows; `steps` later or earlier. */
  code(steps = 0): string {
    return codeFor(this.#secret, this.desk.clock.now, steps)
  }

  /** A code that is wrong now. */
  wrongCode(): string {
    const right = [-1, 0, 1].map((step) => this.code(step))
    return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))!
  }

  init(changes: object = {}) {
    return this.desk.post(this.token, '/v1/payout/init', { ...REQUEST, ...changes })
  }

  confirm(code: string, from = REQUEST.from) {
    return this.desk.post(this.token, '/v1/payout/confirm', { code, from })
  }

  cancel(id: number) {
    return this.desk.post(this.token, `/v1/payout/${id}/cancel`)
  }

  /** Pays out completely, with a new code; returns the answer of the confirmation. */
  async pay(changes: Partial<typeof REQUEST> = {}) {
    this.desk.nextCode()
    const opened = await this.init(changes)
    if (opened.code !== undefined) throw new Error(`init was refused: ${opened.code}`)
    const { data, code } = await this.confirm(this.code(), changes.from ?? REQUEST.from)
    if (code !== undefined) throw new Error(`confirm was refused: ${code}`)
    return data
  }

  /** A call of the identity provider; returns its answer. */
  async askPassport(method: 'POST' | 'DELETE', url: string, payload?: object) {
    const response = await this.desk.service.passport.inject({
      method,
      url,
      headers: { authorization: `Bearer ${this.token}` },
      ...(payload !== undefined && { payload }),
    })
    return response.json()
  }

  /** Signs in with a password, which is set here, and a code; returns the answer. */
  async signIn(code: string) {
    const { email } = await this.desk.core.database.read
      .updateTable('passport.accounts')
      .set({ passwordHash: await PASSWORD_HASH, sealedPassword: null })
      .where('userId', '=', this.id)
      .returning('email')
      .executeTakeFirstOrThrow()
    const backUrl = `${IDENTITY.origins.office}/en/catch`
    const challenge = createHash('sha256').update(email).digest('base64url')
    const form = { email, password: PASSWORD, application: 'partner', backUrl, challenge, code }
    return this.askPassport('POST', '/v1/login', form)
  }

  get(url: string) {
    return this.desk.service.get(this.token, url)
  }

  async balance(account = REQUEST.from): Promise<string> {
    return (await this.get(`/v1/balances?balances=${account}`))[account]
  }

  async history(
    query = '',
  ): Promise<{ id: number; status: string; amount: string; address: string }[]> {
    return (await this.get(`/v1/payout/history${query}`)).content
  }
}
