import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { Database } from '../../apps/server/src/db/database.ts'
import { unsoundRows } from '../../bench/lib/ledger-content.ts'
import { balanceKey, type LedgerModel } from './ledger-model.ts'

const ROWS_A_PAGE = 20_000

type Link = { id: number; account: number; text: string; hash: Buffer }

/** Checks a ledger repeatedly; each check only hashes the transfers since the last one. */
export class LedgerCheck {
  readonly #database: Database
  readonly #model: LedgerModel
  readonly #lastHash = new Map<number, Buffer>()
  #lastId = 0
  transfers = 0

  constructor(database: Database, model: LedgerModel) {
    this.#database = database
    this.#model = model
  }

  /** Checks the ledger. Refuses: any inconsistency. */
  async run(): Promise<void> {
    const off = await unsoundRows(this.#database)
    if (off > 0)
      throw new Error(`${off} currencies do not sum to zero, or balances to their transfers`)
    await this.#compareBalances()
    await this.#followChains()
    await this.#compareLastHashes()
    if (this.transfers !== this.#model.transfers) {
      throw new Error(`${this.transfers} transfers are there, ${this.#model.transfers} were posted`)
    }
  }

  async #compareBalances(): Promise<void> {
    const { rows } = await sql<{
      owner: number | null
      name: string
      currency: string
      units: string
    }>`
      select a.partner_id as owner, a.name, a.currency, coalesce(a.balance, (
        select coalesce(sum(case when t.credit_account_id = a.id then t.amount else -t.amount::numeric end), 0)
        from transfers t where a.id in (t.debit_account_id, t.credit_account_id)))::text as units
      from accounts a`.execute(this.#database.read)
    const left = this.#model.balances()
    for (const { owner, name, currency, units } of rows) {
      const key = balanceKey(owner, name, currency)
      const due = left.get(key) ?? 0n
      if (BigInt(units) !== due) throw new Error(`${key}: ${units} stored, ${due} due`)
      left.delete(key)
    }
    if (left.size > 0) throw new Error(`accounts are missing: ${[...left.keys()].join(', ')}`)
  }

  async #followChains(): Promise<void> {
    for (;;) {
      const { rows } = await sql<Link>`
        select id, partner_account_id as account, hash, concat_ws('|', id, idempotency_key, debit_account_id,
          credit_account_id, currency, amount, kind, reference, created_at) as text
        from transfers where id > ${this.#lastId} order by id limit ${ROWS_A_PAGE}`.execute(
        this.#database.read,
      )
      for (const { id, account, text, hash } of rows) {
        const due = createHash('sha256')
          .update(this.#lastHash.get(account) ?? '')
          .update(text)
          .digest()
        if (!due.equals(hash))
          throw new Error(`transfer ${id} breaks the chain of account ${account}`)
        this.#lastHash.set(account, due)
        this.#lastId = id
      }
      this.transfers += rows.length
      if (rows.length < ROWS_A_PAGE) return
    }
  }

  async #compareLastHashes(): Promise<void> {
    const { rows } = await sql<{ id: number; lastHash: Buffer | null }>`
      select id, last_hash from accounts`.execute(this.#database.read)
    for (const { id, lastHash } of rows) {
      const due = this.#lastHash.get(id)
      const isSame = due === undefined ? lastHash === null : lastHash?.equals(due)
      if (isSame !== true)
        throw new Error(`account ${id} does not end with its last transfer's hash`)
    }
  }
}
