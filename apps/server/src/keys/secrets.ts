import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import type { Database, Tx } from '../db/database.ts'
import type { Keys } from './key-file.ts'

/** Names of the secrets that the product generates once. */
export type SecretName =
  | 'operator-key'
  | 'password-seal-key'
  | 'push-key'
  | 'report-link-key'
  | 'unsubscribe-key'
  | `statement-key-${number}`

const SECRET_BYTES = 32

/** Prefix of secret rows in the settings table; no list of settings shows them. */
const SHARED_SECRET_PREFIX = 'secret.'

/** Names of secrets; drafts have a dot in theirs. */
const SECRET_NAME = /^[a-z0-9-]+$/

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
export function storedSecret(dataDir: string, name: string): string | null {
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
  const draft = draftOf(dataDir, name, newSecret())
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return storedSecret(dataDir, name)!
}

/** Writes only at its first use: each statement that may write settings makes all processes drop what they remember. */
async function secretInDatabase({ read }: Database, name: SecretName): Promise<string> {
  const row = `${SHARED_SECRET_PREFIX}${name}`
  const stored = () =>
    read.selectFrom('settings').select('value').where('name', '=', row).executeTakeFirst()
  const { value } = (await stored()) ?? {}
  if (value !== undefined) return value
  await read
    .insertInto('settings')
    .values({ name: row, value: newSecret(), changedAt: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await stored())!.value
}

/** Deletes secrets for good: files at once, rows with the transaction. Copies in exported key files stay. */
export async function destroySecrets(
  tx: Tx,
  { kind, dataDir }: { readonly kind: Database['kind']; readonly dataDir: string },
  names: readonly SecretName[],
): Promise<void> {
  if (names.length === 0) return
  if (kind === 'embedded') {
    for (const name of names) rmSync(secretFile(dataDir, name), { force: true })
    return
  }
  const rows = names.map((name) => `${SHARED_SECRET_PREFIX}${name}`)
  await tx.deleteFrom('settings').where('name', 'in', rows).execute()
}

/** All secrets of this installation, by name. */
export async function readSecrets(database: Database, dataDir: string): Promise<Keys> {
  if (database.kind === 'embedded') {
    const names = readdirSync(join(dataDir, 'secrets')).filter((name) => SECRET_NAME.test(name))
    return Object.fromEntries(names.map((name) => [name, storedSecret(dataDir, name)!]))
  }
  const rows = await database.read
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'like', `${SHARED_SECRET_PREFIX}%`)
    .execute()
  return Object.fromEntries(
    rows.map(({ name, value }) => [name.slice(SHARED_SECRET_PREFIX.length), value]),
  )
}

/** Stores secrets in place of those of this installation. */
export async function replaceSecrets(
  database: Database,
  dataDir: string,
  keys: Keys,
): Promise<void> {
  if (database.kind === 'embedded') {
    for (const [name, secret] of Object.entries(keys)) {
      const draft = draftOf(dataDir, name, secret)
      renameSync(draft, secretFile(dataDir, name))
    }
    return
  }
  const rows = Object.entries(keys).map(([name, value]) => ({
    name: `${SHARED_SECRET_PREFIX}${name}`,
    value,
    changedAt: 0,
  }))
  await database.read
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
    )
    .execute()
}

/** Writes a secret to a new file beside its place. */
function draftOf(dataDir: string, name: string, secret: string): string {
  const draft = `${secretFile(dataDir, name)}.${randomBytes(8).toString('hex')}`
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  return draft
}

const secretFile = (dataDir: string, name: string): string => join(dataDir, 'secrets', name)

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')
