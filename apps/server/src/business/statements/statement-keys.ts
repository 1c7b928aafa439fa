import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'

import type { StatementKey } from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import type { SecretName } from '../../keys/secrets.ts'
import type { Db } from '../../db/database.ts'
import { lockFactLog } from '../facts/lock-fact-log.ts'

/** The key that signs new statements. */
export type StatementSigner = {
  readonly id: string
  /** Ed25519 signature in hex. Source: RFC 8032. */
  readonly sign: (text: string | Buffer) => string
}

/** DER of an Ed25519 private key, up to its 32 bytes. Source: RFC 8410. */
const PRIVATE_KEY_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_KEY_BYTES = 32
const ID_LENGTH = 16

const secretOf = (generation: number): SecretName => `statement-key-${generation}`

/**
 * The signer of new statements, generated at the first use.
 *
 * After a restore without the secrets, the newest stored public key belongs to no secret here; a new key is made then.
 */
export async function currentSigner(core: Core): Promise<StatementSigner> {
  const { read } = core.database
  const last = await lastKey(read)
  if (last === null) return addKey(core, 1)
  const key = privateKey(await core.secret(secretOf(last.generation)))
  return publicBytes(key).equals(last.publicKey) ? signer(key) : addKey(core, last.generation + 1)
}

/** Whether a signer still is the one that signs, to be asked under the lock of the fact log, which a new key takes too. */
export const stillSigns = async (tx: Db, { id }: StatementSigner): Promise<boolean> =>
  (await lastKey(tx))?.id === id

/**
 * Makes a new key: statements are signed with it from now on. Statements signed with older keys stay verifiable; the older
 * private keys are destroyed.
 */
export async function rotateKey(core: Core): Promise<StatementSigner> {
  await currentSigner(core)
  const last = await lastKey(core.database.read)
  return addKey(core, last!.generation + 1)
}

/**
 * The older private keys go first: after a kill in between, the next use finds no private key of the newest generation and
 * adds another. A key ends no earlier than the newest seal, whose statements it may have signed: a process with another
 * clock may have written it. Months are sealed under the same lock.
 */
async function addKey(core: Core, generation: number): Promise<StatementSigner> {
  const key = privateKey(await core.secret(secretOf(generation)))
  const { id } = signer(key)
  await core.database.transaction(async (tx) => {
    await lockFactLog(tx)
    const { sealedAt } = await tx
      .selectFrom('periodSeals')
      .select((seal) => seal.fn.max('sealedAt').as('sealedAt'))
      .executeTakeFirstOrThrow()
    await core.destroySecrets(tx, generationsBefore(generation).map(secretOf))
    await tx
      .insertInto('statementKeys')
      .values({
        generation,
        id,
        publicKey: publicBytes(key),
        madeAt: Math.max(core.clock(), sealedAt ?? 0),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  // Another process may have added this generation first; its secret is the same on a shared database.
  const last = await lastKey(core.database.read)
  if (last?.id !== id) return addKey(core, last!.generation + 1)
  return signer(key)
}

const generationsBefore = (generation: number): number[] =>
  Array.from({ length: generation - 1 }, (_, at) => at + 1)

const lastKey = async (db: Db) =>
  (await db
    .selectFrom('statementKeys')
    .selectAll()
    .orderBy('generation', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** The public keys of all generations, oldest first. */
export async function readStatementKeys(db: Db): Promise<StatementKey[]> {
  const keys = await db.selectFrom('statementKeys').selectAll().orderBy('generation').execute()
  return keys.map(({ id, publicKey, madeAt }, at) => ({
    id,
    algorithm: 'Ed25519',
    publicKey: publicKey.toString('base64url'),
    madeAt,
    retiredAt: keys[at + 1]?.madeAt ?? null,
  }))
}

const privateKey = (seed: Buffer): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PRIVATE_KEY_HEAD, seed]),
    format: 'der',
    type: 'pkcs8',
  })

const publicBytes = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_KEY_BYTES)

function signer(key: KeyObject): StatementSigner {
  const id = createHash('sha256').update(publicBytes(key)).digest('hex').slice(0, ID_LENGTH)
  return { id, sign: (text) => sign(null, Buffer.from(text as string), key).toString('hex') }
}
