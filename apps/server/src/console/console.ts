import type { JobKind, Role } from '@partner-office/contracts'

import type { Core } from '../core/core.ts'
import type { Mail } from '../mails/letter.ts'
import type { ChainAdapter } from './payouts/chain.ts'
import type { PasswordHasher } from '../proofs/password-hasher.ts'

/** What the calls of the console depend on. */
export type Console = {
  readonly core: Core
  readonly mail: Mail
  readonly passwords: PasswordHasher
  /** Directory of the operators' PDF files and pictures, a folder for each language. */
  readonly documents: string
  /** Origin of the office: links of news are resolved against it. */
  readonly officeOrigin: string
  /** Origin of the identity provider: mails that confirm an address link to it. */
  readonly passportOrigin: string
  readonly jobs: Jobs
  /** Looks transactions up on a chain; null: nothing about a chain is known. */
  readonly chain: ChainAdapter | null
  /** Whether this process is about to stop: streams end then. */
  readonly isStopping: () => boolean
}

/** Starts and cancels long work. */
type Jobs = {
  start(
    core: Core,
    asked: { readonly kind: JobKind; readonly object: string },
    session: Session,
  ): Promise<number>
  startAgain(core: Core, id: number, session: Session): Promise<number>
  cancel(core: Core, id: number, session: Session): Promise<void>
  /** Begins the jobs that a transaction has left to this process. */
  beginWaiting(): Promise<void>
}

/** What acts depend on. */
export type Acting = Pick<Console, 'core' | 'mail'>

/** An open session. `freshAt`: null after the password alone. */
export type Session = {
  readonly id: number
  readonly tokenHash: Buffer
  readonly operatorId: number
  readonly email: string
  readonly roles: readonly Role[]
  readonly openedAt: number
  readonly freshAt: number | null
}

/** What HTTP says about a browser of an operator. */
export type Browser = {
  readonly address: string
  readonly userAgent: string
  /** The origin at which this browser has opened the console. */
  readonly origin: string
  /** The token of the cookie, if there is one. */
  readonly token: string | null
  /** The number of the last event of a stream that this browser has seen. */
  readonly lastEventId: string | null
  /** Sets the cookie; null deletes it. */
  readonly setToken: (token: string | null) => void
}

/** A caller: the browser, and the session that the gate has found; null where the call needs none. */
export type Caller = Browser & { readonly session: Session | null }

/** A caller who has signed in. */
export type Operating = Browser & { readonly session: Session }

/** The caller of a call that needs a session: the gate has required it. */
export function signedIn(caller: Caller): Operating {
  const { session } = caller
  if (session === null) throw new Error('The gate lets nobody in without a session')
  return { ...caller, session }
}
