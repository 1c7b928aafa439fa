import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Database } from '../db/database.ts'

/** Names of the secrets that the product generates once. */
export type SecretName =
  | 'operator-key'
  | 'password-seal-key'
  | 'report-link-key'
  | 'unsubscribe-key'
  | `statement-key-${number}`

const SECRET_BYTES = 32

/** Prefix of secret rows in the settings table; no list of settings shows them. */
const SHARED_SECRET_PREFIX = 'secret.'

/**
 * A secret of this installation, generated at its first use: a file in the data directory, or on PostgreSQL a row, which
 * several processes share.
 */
export async function sharedSecret(
  database: Database,
  dataDir: string,
  name: SecretName,
): Promise<string> {
  return database.kind === 'postgres'
    ? secretInDatabase(database, name)
    : secretInFile(dataDir, name)
}

/** Reads or creates a secret file that only its owner can read. */
function secretInFile(dataDir: string, name: SecretName): string {
  const directory = join(dataDir, 'secrets')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  chmodSync(directory, 0o700)
  return storedSecret(dataDir, name) ?? makeSecret(dataDir, name)
}

/** The secret in a data directory; null when there is none yet. */
export function storedSecret(dataDir: string, name: SecretName): string | null {
  const file = secretFile(dataDir, name)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Writes a draft and links it: readers see a complete secret, and only one process can create it. */
function makeSecret(dataDir: string, name: SecretName): string {
  const file = secretFile(dataDir, name)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${newSecret()}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return storedSecret(dataDir, name)!
}

async function secretInDatabase({ read }: Database, name: SecretName): Promise<string> {
  const row = `${SHARED_SECRET_PREFIX}${name}`
  await read
    .insertInto('settings')
    .values({ name: row, value: newSecret(), changedAt: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await read
    .selectFrom('settings')
    .select('value')
    .where('name', '=', row)
    .executeTakeFirstOrThrow()
  return value
}

const secretFile = (dataDir: string, name: SecretName): string => join(dataDir, 'secrets', name)

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')
