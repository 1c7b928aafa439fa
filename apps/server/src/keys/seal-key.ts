import { createHmac } from 'node:crypto'
import { join } from 'node:path'

import { sql } from 'kysely'

import type { Database, Db } from '../db/database.ts'
import { type PasswordSeal, passwordSeal, SEAL_KEY_BYTES } from './password-seal.ts'
import { sharedSecret } from './secrets.ts'
import { StartRefused } from '../core/start-refused.ts'

/** The row of the settings table that says which key the data is sealed with; no list of settings shows it. */
const ROW = 'sealKeyPrint'

/**
 * The seal of this installation.
 *
 * Refuses: `StartRefused`, for data that is sealed with another key, unless `anyKey`.
 */
export async function openSeal(
  database: Database,
  dataDir: string,
  { anyKey }: { readonly anyKey: boolean },
): Promise<PasswordSeal> {
  const key = Buffer.from(await sharedSecret(database, dataDir, 'password-seal-key'), 'base64url')
  if (key.length !== SEAL_KEY_BYTES) {
    throw new StartRefused(`${join(dataDir, 'secrets', 'password-seal-key')} does not hold a key`)
  }
  const seal = passwordSeal(key)
  if (!anyKey && !(await opensData(database.read, key, seal))) {
    throw new StartRefused(
      'The data is sealed with another key than the one of this installation; restore its keys with ' +
        '`office keys restore FILE`, or give them up with `office keys renew --reason TEXT`',
    )
  }
  return seal
}

/** Whether the data is sealed with the key. Data of an earlier version, and data with nothing sealed, takes the key over. */
async function opensData(db: Db, key: Buffer, seal: PasswordSeal): Promise<boolean> {
  const stored = await readKeyPrint(db)
  if (stored === keyPrint(key)) return true
  const isTaken =
    stored === null ? await opensAuthenticator(db, seal) : !(await isAnythingSealed(db))
  if (isTaken) await storeKeyPrint(db, keyPrint(key))
  return isTaken
}

/** Whether the data holds anything that only its own key opens. */
export async function isAnythingSealed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ sealed: boolean }>`
    select exists (select from passport.authenticators where sealed_secret is not null)
      or exists (select from passport.accounts where sealed_password is not null)
      or exists (select from passport.mails) or exists (select from passport.document_parts)
      or exists (select from ticket_file_parts) as sealed`.execute(db)
  return rows[0]!.sealed
}

/** Says which key it is, without telling the key. */
export const keyPrint = (key: Buffer): string =>
  createHmac('sha256', key).update('partner-office seal key').digest('hex')

/** The print of the key that the data is sealed with; null in data of an earlier version. */
export async function readKeyPrint(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', ROW)
    .executeTakeFirst()
  return row?.value ?? null
}

/** Stores which key the data is sealed with. */
export async function storeKeyPrint(db: Db, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: ROW, value, changedAt: 0 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** One sealed secret is enough: all are sealed with the same key. */
async function opensAuthenticator(db: Db, seal: PasswordSeal): Promise<boolean> {
  const row = await db
    .selectFrom('passport.authenticators')
    .select(['userId', 'sealedSecret'])
    .where('sealedSecret', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row === undefined || seal.open(row.userId, row.sealedSecret!) !== null
}
