import type { Database } from '../db/database.ts'
import type { Network } from '../network/network.ts'
import type { PasswordSeal } from './password-seal.ts'
import type { PlanBook } from './plan-book.ts'

/** Everything a use case may need from outside, passed as an argument: nothing reads a clock or draws an id itself. */
export type Core = {
  readonly database: Database
  readonly network: Network
  readonly plans: PlanBook
  /** Epoch milliseconds, UTC. */
  readonly clock: () => number
  /** A new code that nobody can guess, of 64 bits or more. */
  readonly newCode: () => string
  /** For plain passwords that wait to be hashed. */
  readonly passwords: PasswordSeal
}

/** Where long work says how far it is. */
export type Progress = (done: number, of: number) => void
export const NO_PROGRESS: Progress = () => {}
