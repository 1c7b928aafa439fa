import { userInfo } from 'node:os'

import type { DataOwner } from '../db/data-owner.mjs'
import type { Environment } from '../env.ts'
import { storedSecret } from '../keys/secrets.ts'
import { type Command, inputFileOf } from './command-table.ts'
import type { CommandIo } from './commands/handler.ts'
import { NotAnswering, runRemotely } from './remote.ts'

/** A command as typed, and parsed. */
export type Typed = {
  readonly words: readonly string[]
  readonly command: Command
  readonly passphrase: string | undefined
}

/**
 * Has the process that owns the data directory run a command; answers the exit status.
 *
 * Refuses: `NotAnswering`, before anything was done; `StartRefused`, when the key is not accepted.
 */
export async function askOwner(
  { words, command, passphrase }: Typed,
  { dataDir, operatorKey }: Environment,
  { operatorPort: port }: DataOwner,
  io: CommandIo,
): Promise<number> {
  if (port === null) throw new NotAnswering('Another command is running')
  const key = operatorKey ?? storedSecret(dataDir, 'operator-key')
  if (key === null) throw new NotAnswering('The server has made no key yet')
  const asked = {
    words: [...words],
    user: userName(),
    hasInput: inputFileOf(command) !== null,
    ...(isAboutKeys(command) && passphrase !== undefined && { passphrase }),
  }
  return runRemotely({ port, key }, asked, io)
}

const isAboutKeys = ({ name }: Command): boolean => name.startsWith('keys ')

/** Name of the operating system's user. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
