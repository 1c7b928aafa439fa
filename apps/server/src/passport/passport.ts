import type { CallInput, CallReply, Contract } from '@partner-office/contracts'

import type { Core } from '../core/core.ts'
import type { PasswordHasher } from './accounts/password-hasher.ts'
import type { BackgroundTasks } from './background-tasks.ts'
import type { Mail } from './mail/mail.ts'
import type { Semaphore } from './semaphore.ts'

/** Settings of the operators that the passport goes by. */
export type PassportSetting =
  | 'product'
  | 'sessionIdle'
  | 'sessionMax'
  | 'signInToken'
  | 'rateLimit.signInAccount'
  | 'rateLimit.signInAddress'
  | 'rateLimit.address'
  | 'rateLimit.user'

/** Somebody who registers. */
export type Registrant = {
  readonly email: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly countryId: string
  readonly language: string
  /** An invite code; null: nobody sent them. */
  readonly referral: string | null
}

/** What the passport needs of the business that it serves. */
export type Business = {
  readonly setting: (name: PassportSetting) => Promise<string>
  /** Refuses: `not_found` for the referral, `not_unique` for the e-mail. */
  readonly register: (registrant: Registrant) => Promise<number>
  readonly contactOf: (userId: number) => Promise<{ phone: string; language: string }>
  /** What is left out stays. */
  readonly changeContact: (
    userId: number,
    contact: { readonly phone?: string; readonly language?: string },
  ) => Promise<void>
}

/** Everything a call of the passport may need, passed as its first argument. */
export type Passport = {
  readonly core: Core
  readonly business: Business
  readonly passwords: PasswordHasher
  /** Few sign-ins at once: a crowd must not stand in front of all other calls at the database. */
  readonly signIns: Semaphore
  readonly mail: Mail
  readonly background: BackgroundTasks
  /** The origin of the back office: where sign-in leads back to. */
  readonly officeOrigin: string
  /** The origin of the passport's own pages, which mails link to. */
  readonly passportOrigin: string
}

/** Who asks, as far as HTTP tells. */
export type Caller = {
  readonly address: string
  readonly authorization: string | undefined
  /** What the browser was given to be known by; null: nothing. */
  readonly device: string | null
  /** Give the browser something to be known by from now on. */
  readonly setDeviceToken: (token: string) => void
}

/** Puts a contract into force; handed in, since the passport knows nothing of HTTP. */
export type Serve = <Of extends Contract>(
  contract: Of,
  answer: (input: CallInput<Of>, caller: Caller) => Promise<CallReply<Of>>,
) => void
