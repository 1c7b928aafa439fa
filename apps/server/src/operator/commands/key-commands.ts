import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { type Keys, openKeys, sealKeys } from '../../keys/key-file.ts'
import { isAnythingSealed, keyPrint, readKeyPrint, storeKeyPrint } from '../../keys/seal-key.ts'
import { asApplication } from '../../db/application-role.ts'
import type { Db, Tx } from '../../db/database.ts'
import { counted } from '../counted.ts'
import { bytesOf, type CommandIo, DONE, type Handler, inputOf, refusedFile } from './handler.ts'

const MOST_BYTES = 1024 * 1024
const SHORTEST_PASSPHRASE = 12

export const keysExport: Handler = async ({ core, io }) => {
  const passphrase = passphraseOf(io)
  const keys = await core.keys.read()
  await io.out(sealKeys(keys, passphrase))
  io.note(`${counted(Object.keys(keys).length, 'key')} exported; keep the file apart from backups`)
  return DONE
}

export const keysRestore: Handler = async ({ core, io }) => {
  requireNoServer(io)
  const text = Buffer.from(await bytesOf(inputOf(io), MOST_BYTES, NO_KEYS)).toString('utf8')
  const keys = openKeys(text, passphraseOf(io))
  if (keys === null) throw refusedFile(NO_KEYS)
  await requireOwn(core.database.read, keys)
  await core.keys.replace(keys)
  await storeKeyPrint(core.database.read, printOf(keys))
  await io.out(`${counted(Object.keys(keys).length, 'key')} restored\n`)
  return DONE
}

export const keysRenew: Handler = async ({ core, io }) => {
  requireNoServer(io)
  const own = printOf(await core.keys.read())
  await core.database.transaction((tx) => giveKeysUp(core, tx, { own, io }))
  await io.out('the data belongs to the keys of this installation from now on\n')
  return DONE
}

/**
 * Checks that restored data is sealed with the key of this installation; `without` gives the other key up. The journal
 * records what that changes.
 *
 * Refuses: `validation_error`.
 */
export async function requireKeys(
  core: Core,
  tx: Tx,
  { without, io }: { readonly without: boolean; readonly io: CommandIo },
): Promise<void> {
  const own = printOf(await core.keys.read())
  if ((await readKeyPrint(tx)) === own) return
  if (!without && (await isAnythingSealed(tx))) {
    throw refusedFile(
      'the backup was sealed with other keys: restore them first with `office keys restore FILE`, ' +
        'or give them up with --without-keys',
    )
  }
  // A restore has the owner's rights, whose changes the journal does not record.
  await asApplication(tx, () => giveKeysUp(core, tx, { own, io }))
}

/** Data belongs to the own key from now on. Open requests of payouts end, as nothing can tell any more who made them. */
async function giveKeysUp(
  core: Core,
  tx: Tx,
  { own, io }: { readonly own: string; readonly io: CommandIo },
): Promise<void> {
  await storeKeyPrint(tx, own)
  await tx.updateTable('payoutGuards').set({ sessions: {} }).execute()
  await noteUnreadable(core, tx, io)
}

const NO_KEYS = 'the file holds no keys of this program, or KEYS_PASSPHRASE is not its passphrase'

const printOf = (keys: Keys): string =>
  keyPrint(Buffer.from(keys['password-seal-key'] ?? '', 'base64url'))

/** Data without partners has nothing sealed yet, and takes any keys. */
async function requireOwn(db: Db, keys: Keys): Promise<void> {
  const { lastFact } = await db.selectFrom('factLog').select('lastFact').executeTakeFirstOrThrow()
  const stored = await readKeyPrint(db)
  if (lastFact === 0 || stored === null || stored === printOf(keys)) return
  throw refusedFile('these are not the keys that the data is sealed with')
}

function requireNoServer({ isServing }: CommandIo): void {
  if (isServing === true) throw refusedFile('the server holds the keys in memory: stop it first')
}

function passphraseOf({ passphrase }: CommandIo): string {
  if (passphrase !== undefined && passphrase.length >= SHORTEST_PASSPHRASE) return passphrase
  throw new Refusal('validation_error', {
    reason: `set KEYS_PASSPHRASE to the passphrase of the keys, at least ${SHORTEST_PASSPHRASE} characters`,
  })
}

async function noteUnreadable({ passwords }: Core, db: Db, { note }: CommandIo): Promise<void> {
  const rows = await db
    .selectFrom('passport.authenticators')
    .select(['userId', 'sealedSecret'])
    .where('sealedSecret', 'is not', null)
    .orderBy('userId')
    .execute()
  const lost = rows.filter(
    ({ userId, sealedSecret }) => passwords.open(userId, sealedSecret!) === null,
  )
  if (lost.length === 0) return
  note(
    `authenticators that no code opens any more: partners ${lost.map(({ userId }) => userId).join(', ')}`,
  )
}
