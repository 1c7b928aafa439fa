import type { Database, Tx } from '../db/database.ts'
import type { Network } from '../network/network.ts'
import type { TrustedClock } from './clock-watch.ts'
import type { ProcessIdentity } from './process-identity.ts'
import type { FileLock } from '../turns/file-lock.ts'
import type { Keys } from '../keys/key-file.ts'
import type { Leadership } from './leadership.ts'
import type { PasswordSeal } from '../keys/password-seal.ts'
import type { PlanBook } from '../plans/plan-book.ts'
import type { SecretName } from '../keys/secrets.ts'
import type { Semaphore } from '../turns/semaphore.ts'

/** Everything a use case needs from outside, passed as its first argument: no use case reads a clock or draws an id itself. */
export type Core = {
  readonly database: Database
  readonly network: Network
  readonly plans: PlanBook
  /** Epoch milliseconds, UTC. */
  readonly clock: () => number
  /** This process among those on its database. */
  readonly process: ProcessIdentity
  /** Whether this process leads all processes on its database, how many there are, and whether one of them is older. */
  readonly leadership: Pick<Leadership, 'isLeader' | 'epoch' | 'processes' | 'isBesideOlder'>
  /** Whether what cannot be undone may rely on the clock. */
  readonly trustedClock: TrustedClock
  /** A new unguessable code of at least 64 random bits. */
  readonly newCode: () => string
  /** A new random invite code. It may be taken: see `freeInviteCode`. */
  readonly newInviteCode: () => string
  /** Where operators open the console: links of mails and commands lead there. */
  readonly consoleOrigin: string
  /** Directory of uploaded files; it may not exist yet. */
  readonly uploads: string
  /** Gives uploads of partners their turns to be stored: the calls of others wait behind no more than one of them. */
  readonly storing: Pick<Semaphore, 'run'>
  /** Held while a file of orders is recorded in slices, on the embedded database: see `withWholeFiles`. */
  readonly fileLock: Pick<FileLock, 'run' | 'finishNext' | 'forLongWork'>
  /** Encrypts plain passwords that wait to be hashed. */
  readonly passwords: PasswordSeal
  /** All secrets of this installation, to export and restore them. */
  readonly keys: { read(): Promise<Keys>; replace(keys: Keys): Promise<void> }
  /** A secret of this installation, 32 random bytes, generated at its first use. */
  readonly secret: (name: SecretName) => Promise<Buffer>
  /** Deletes secrets for good: files at once, rows of PostgreSQL with the transaction. */
  readonly destroySecrets: (tx: Tx, names: readonly SecretName[]) => Promise<void>
}

/** Called by long work with its progress; `part` names what was just done, where the work has parts. */
export type Progress = (done: number, of: number, part?: string) => void
/** Ignores progress. */
export const NO_PROGRESS: Progress = () => {}
