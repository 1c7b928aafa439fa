import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

import { afterAll, describe, expect, inject, test } from 'vitest'

import { importPartners } from '../business/partners/import-partners.ts'
import type { Core } from '../core/core.ts'
import { openCore } from '../core/open-core.ts'
import { sharedSecret } from '../keys/secrets.ts'
import { restoreBackup, writeBackup } from '../db/backup.ts'
import { readEnvironment } from '../env.ts'
import { setAuthenticator } from '../passport/accounts/accounts.ts'
import { asUpload } from '../testing/core.ts'
import { emptyDirectory, onPostgres } from '../testing/databases.ts'
import { chainText } from '../testing/network-files.ts'
import { verifyAll } from '../verify/verify-all.ts'
import type { CommandIo } from './commands/handler.ts'
import { parseCommand } from './parse-command.ts'
import { type GivenCommand, runCommand } from './run-command.ts'
import { runOpened } from './run-opened.ts'

const SECRET = 'JBSWY3DPEHPK3PXP'
const PASSPHRASE = 'correct horse battery'

/** A line of the command, and what it reads. */
type Line = {
  readonly line: string
  readonly file?: Uint8Array | undefined
  readonly passphrase?: string
}

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

  /** The secret of the partner's authenticator as this core reads it. */
  async function readSecret({ database, passwords }: Core): Promise<string | null> {
    const { userId, sealedSecret } = await database.read
      .selectFrom('passport.authenticators')
      .select(['userId', 'sealedSecret'])
      .executeTakeFirstOrThrow()
    return passwords.open(userId, sealedSecret!)
  }

  /** Runs a command as `run` does, which opens the data or has them. */
  async function answerOf(
    run: (given: GivenCommand, io: CommandIo) => Promise<number>,
    { line, file, passphrase = PASSPHRASE }: Line,
  ) {
    const request = parseCommand(line.split(' '))
    if (request.kind !== 'run') throw new Error('Not a command')
    const chunks: Buffer[] = []
    const notes: string[] = []
    const exit = await run(
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

  const office = (machine: string, line: string, file?: Uint8Array) =>
    answerOf((given, io) => runOpened(environmentOf(machine), given, io), { line, file })

  /** A command on data that are open: opening them takes longer than all else. */
  const onOpen = (core: Core, line: string, more: Omit<Line, 'line'> = {}) =>
    answerOf((given, io) => runCommand(core, given, io), { line, ...more })

  // Nine starts of the embedded database.
  test(
    'a backup is restored on another machine with the keys, or without them when that is said',
    { timeout: 240_000 },
    async () => {
      const here = newMachine()
      const { core, close } = await open(here)
      await importPartners(core, asUpload(chainText(2)))
      await core.database.transaction((tx) => setAuthenticator(core, tx, 1, SECRET))
      const backup = await buffer(writeBackup(core.database))
      expect((await onOpen(core, 'keys export FILE', { passphrase: 'short' })).notes).toEqual([
        'set KEYS_PASSPHRASE to the passphrase of the keys, at least 12 characters',
      ])
      const keys = (await onOpen(core, 'keys export FILE')).bytes
      await close()

      const there = newMachine()
      const empty = await open(there)
      const refused = await onOpen(empty.core, 'restore FILE', { file: backup })
      expect(refused).toMatchObject({
        exit: 1,
        notes: [expect.stringMatching(/^the backup was sealed with other keys: [^\n]+$/)],
      })
      const another = { file: keys, passphrase: 'another passphrase' }
      const other = await onOpen(empty.core, 'keys restore FILE', another)
      await empty.close()
      expect(other.notes).toEqual([
        expect.stringContaining('KEYS_PASSPHRASE is not its passphrase'),
      ])
      expect((await office(there, 'keys restore FILE', keys)).exit).toBe(0)
      expect((await office(there, 'restore FILE', backup)).exit).toBe(0)
      const restored = await open(there)
      expect(await readSecret(restored.core)).toBe(SECRET)
      await restored.close()

      rmSync(join(there, 'secrets'), { recursive: true })
      await expect(open(there)).rejects.toThrow(
        /^The data is sealed with another key than the one of this installation; [^\n]+$/,
      )
      const given = await office(there, 'keys renew --reason lost')
      expect(given.notes).toEqual(['authenticators that no code opens any more: partners 1'])
      const renewed = await open(there)
      expect(await readSecret(renewed.core)).toBeNull()
      expect((await verifyAll(renewed.core)).differences).toEqual([])
      await renewed.close()

      const third = await open(newMachine())
      const without = await onOpen(third.core, 'restore FILE --without-keys', { file: backup })
      expect(without).toMatchObject({
        exit: 0,
        notes: ['authenticators that no code opens any more: partners 1'],
      })
      const { exit, bytes: found } = await onOpen(third.core, 'verify')
      expect({ exit, found: found.toString('utf8') }).toEqual({
        exit: 0,
        found: 'no differences\n',
      })
      await third.close()
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
