import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

import { afterAll, describe, expect, inject, test } from 'vitest'

import { importPartners } from '../business/partners/import-partners.ts'
import { openCore } from '../core/open-core.ts'
import { sharedSecret } from '../keys/secrets.ts'
import { restoreBackup, writeBackup } from '../db/backup.ts'
import { readEnvironment } from '../env.ts'
import { setAuthenticator } from '../passport/accounts/accounts.ts'
import { asUpload } from '../testing/core.ts'
import { emptyDirectory, onPostgres } from '../testing/databases.ts'
import { chainText } from '../testing/network-files.ts'
import { parseCommand } from './parse-command.ts'
import { runOpened } from './run-opened.ts'

const SECRET = 'JBSWY3DPEHPK3PXP'
const PASSPHRASE = 'correct horse battery'

describe('keys of an installation', () => {
  const machines: string[] = []
  afterAll(() => {
    for (const machine of machines) rmSync(machine, { recursive: true, force: true })
  })

  /** A data directory with a migrated, empty database and no keys. */
  function newMachine(): string {
    const machine = emptyDirectory()
    machines.push(machine)
    cpSync(inject('embeddedTemplate'), join(machine, 'db'), { recursive: true })
    return machine
  }

  const environmentOf = (machine: string) => readEnvironment({ DATA_DIR: machine, DEMO: 'off' })

  const open = (machine: string) =>
    openCore(environmentOf(machine), { operatorPort: null, figures: true })

  /** The secret of the partner's authenticator as this machine reads it. */
  async function readSecret(machine: string): Promise<string | null> {
    const { core, close } = await open(machine)
    const { userId, sealedSecret } = await core.database.read
      .selectFrom('passport.authenticators')
      .select(['userId', 'sealedSecret'])
      .executeTakeFirstOrThrow()
    await close()
    return core.passwords.open(userId, sealedSecret!)
  }

  async function office(machine: string, line: string, file?: Uint8Array, passphrase = PASSPHRASE) {
    const request = parseCommand(line.split(' '))
    if (request.kind !== 'run') throw new Error('Not a command')
    const chunks: Buffer[] = []
    const notes: string[] = []
    const exit = await runOpened(
      environmentOf(machine),
      { command: request.command, actor: 'ann' },
      {
        input: file === undefined ? null : bytes(file),
        out: async (chunk) => void chunks.push(Buffer.from(chunk)),
        note: (text) => notes.push(text),
        progress: () => {},
        passphrase,
      },
    )
    return { exit, notes, bytes: Buffer.concat(chunks) }
  }

  // Twelve starts of the embedded database.
  test(
    'a backup is restored on another machine with the keys, or without them when that is said',
    { timeout: 240_000 },
    async () => {
      const here = newMachine()
      const { core, close } = await open(here)
      await importPartners(core, asUpload(chainText(2)))
      await core.database.transaction((tx) => setAuthenticator(core, tx, 1, SECRET))
      const backup = await buffer(writeBackup(core.database))
      await close()
      expect((await office(here, 'keys export FILE', undefined, 'short')).notes).toEqual([
        'set KEYS_PASSPHRASE to the passphrase of the keys, at least 12 characters',
      ])
      const keys = (await office(here, 'keys export FILE')).bytes

      const there = newMachine()
      const refused = await office(there, 'restore FILE', backup)
      expect(refused).toMatchObject({
        exit: 1,
        notes: [expect.stringMatching(/^the backup was sealed with other keys: [^\n]+$/)],
      })
      const other = await office(there, 'keys restore FILE', keys, 'another passphrase')
      expect(other.notes).toEqual([
        expect.stringContaining('KEYS_PASSPHRASE is not its passphrase'),
      ])
      expect((await office(there, 'keys restore FILE', keys)).exit).toBe(0)
      expect((await office(there, 'restore FILE', backup)).exit).toBe(0)
      expect(await readSecret(there)).toBe(SECRET)

      rmSync(join(there, 'secrets'), { recursive: true })
      await expect(open(there)).rejects.toThrow(
        /^The data is sealed with another key than the one of this installation; [^\n]+$/,
      )
      const given = await office(there, 'keys renew --reason lost')
      expect(given.notes).toEqual(['authenticators that no code opens any more: partners 1'])
      expect(await readSecret(there)).toBeNull()

      const third = newMachine()
      const without = await office(third, 'restore FILE --without-keys', backup)
      expect(without).toMatchObject({
        exit: 0,
        notes: ['authenticators that no code opens any more: partners 1'],
      })
      for (const machine of [there, third]) {
        const { exit, bytes: found } = await office(machine, 'verify')
        expect({ exit, found: found.toString('utf8') }).toEqual({
          exit: 0,
          found: 'no differences\n',
        })
      }
    },
  )
})

async function* bytes(data: Uint8Array): AsyncGenerator<Uint8Array> {
  yield data
}

onPostgres('keys in the database', (newDatabase) => {
  test('are in no backup, and stay when one is restored', async () => {
    const [database, other] = [await newDatabase(), await newDatabase()]
    const secret = await sharedSecret(database, '', 'password-seal-key')
    const own = await sharedSecret(other, '', 'password-seal-key')
    const backup = await buffer(writeBackup(database))
    const text = gunzipSync(backup).toString('utf8')
    expect(text).not.toContain(secret)
    expect(text).not.toContain('secret.')
    await restoreBackup(other, bytes(backup))
    expect(await sharedSecret(other, '', 'password-seal-key')).toBe(own)
  })
})
