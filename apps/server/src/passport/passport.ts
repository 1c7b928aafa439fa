import type { Core } from '../core/core.ts'
import type { Tx } from '../db/database.ts'
import type { PasswordHasher } from '../proofs/password-hasher.ts'
import type { BackgroundTasks } from './background-tasks.ts'
import type { Mail } from '../mails/letter.ts'
import type { Semaphore } from '../turns/semaphore.ts'

/** Operators' settings that the passport reads. */
export type PassportSetting =
  | 'product'
  | 'registrationBarredCountries'
  | 'sessionIdle'
  | 'sessionMax'
  | 'signInToken'
  | 'tellPartnerOfViews'
  | 'rateLimit.signInAccount'
  | 'rateLimit.signInAddress'
  | 'rateLimit.address'
  | 'rateLimit.user'

/** A registration. */
export type Registrant = {
  readonly email: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly countryId: string
  readonly language: string
  /** The sponsor's invite code; null for a registration without one. */
  readonly referral: string | null
}

/** What the passport calls in the business modules. */
export type Business = {
  readonly setting: (name: PassportSetting) => Promise<string>
  /** Stores a registration, in one transaction with `alongside`. Refuses: `not_found` for the referral, `not_unique` for the e-mail. */
  readonly register: (
    registrant: Registrant,
    alongside: (tx: Tx, userId: number) => Promise<void>,
  ) => Promise<number>
  /** Makes the registration of an account a partner, in one transaction with `alongside`. */
  readonly enroll: (userId: number, alongside: (tx: Tx) => Promise<void>) => Promise<void>
  readonly contactOf: (
    userId: number,
  ) => Promise<{ phone: string; language: string; version: string }>
  /** Changes only the given fields. Refuses: `changed_meanwhile` for the version of an older contact. */
  readonly changeContact: (
    userId: number,
    change: { readonly phone?: string; readonly language?: string; readonly version?: string },
  ) => Promise<void>
  /** Stores a confirmed e-mail address. */
  readonly changeEmail: (tx: Tx, userId: number, email: string) => Promise<void>
}

/** The dependencies of every use case of the passport, passed as its first argument. */
export type Passport = {
  readonly core: Core
  readonly business: Business
  readonly passwords: PasswordHasher
  /** Limits concurrent sign-ins, so that a rush of them leaves database connections for other calls. */
  readonly signIns: Semaphore
  readonly mail: Mail
  readonly background: BackgroundTasks
  /** The origin of the back office, which sign-in redirects to. */
  readonly officeOrigin: string
  /** The origin of the passport's own pages, which mails link to. */
  readonly passportOrigin: string
}

/** What HTTP says about the caller. */
export type Caller = {
  readonly address: string
  readonly authorization: string | undefined
  readonly userAgent: string
  /** The device token from the browser's cookie; null when there is none. */
  readonly device: string | null
  /** Sets the browser's device cookie. */
  readonly setDeviceToken: (token: string) => void
  /** The token of the browser's passkey cookie, which binds a challenge to the browser; null when there is none. */
  readonly passkeyBrowser: string | null
  /** Sets the browser's passkey cookie. */
  readonly setPasskeyBrowser: (token: string) => void
}
