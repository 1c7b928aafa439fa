import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { type AuditEntry, writeEntries } from '../../business/audit/audit-log.ts'
import { readSetting } from '../../business/settings/read-settings.ts'
import type { Core } from '../../core/core.ts'
import { networkOf } from '../../input/network-of.ts'
import { countCall } from '../../proofs/count-calls.ts'
import { deviceName } from '../../proofs/device-name.ts'
import { hashOf } from '../../proofs/secret-token.ts'
import { beginCounted, type CountedRow } from '../../proofs/wrong-attempts.ts'
import type { Browser } from '../console.ts'

/** The row that counts the wrong passwords and codes of an operator. */
export const attemptsOn = (operatorId: number): CountedRow => ({
  table: sql`console.operators`,
  row: sql`id = ${operatorId}`,
  forgets: true,
})

/** Whom an attempt is on: an operator, or an address that nobody has. */
export type Tried =
  | { readonly id: number; readonly email: string }
  | { readonly id: null; readonly email: string }

/** An entry about the access of an operator, without secrets. Source: requirements OPR-026. */
export const accessEntry = (
  actor: string,
  command: string,
  { address, userAgent }: Pick<Browser, 'address' | 'userAgent'>,
  more: object = {},
): AuditEntry => ({
  actor,
  command,
  details: () => ({ address, device: deviceName(userAgent), ...more }),
})

/** What an address that nobody has is called in the audit log: the typed text may be a password. */
const UNKNOWN = 'an unknown operator'

/**
 * Counts an attempt as wrong, and does the rest; what is refused then has an entry, and another one where it locks.
 *
 * Refuses: `user_account_locked`; what `work` refuses.
 * Source: requirements OPR-015, OPR-016, OPR-026.
 */
export async function attempt<T>(
  core: Core,
  { tried, browser }: { readonly tried: Tried; readonly browser: Browser },
  work: () => Promise<T>,
): Promise<T> {
  const db = core.database.read
  const counted =
    tried.id === null
      ? { unknown: sql`console.unknown_sign_ins`, email: tried.email }
      : attemptsOn(tried.id)
  let lockedUntil: number | null = null
  try {
    lockedUntil = await beginCounted(db, counted, core.clock())
    return await work()
  } catch (error) {
    if (error instanceof Refusal && FAILURES.has(error.code)) {
      await noteFailure(core, { tried, browser, code: error.code, lockedUntil })
    }
    throw error
  }
}

const FAILURES: ReadonlySet<string> = new Set([
  'bad_credentials',
  'wrong_old_password',
  'incorrect_otp',
  'invalid_passkey',
  'user_account_locked',
])

type Failure = {
  readonly tried: Tried
  readonly browser: Browser
  readonly code: string
  readonly lockedUntil: number | null
}

async function noteFailure(core: Core, { tried, browser, code, lockedUntil }: Failure) {
  const actor = tried.id === null ? UNKNOWN : tried.email
  const failed = accessEntry(actor, 'console sign-in failed', browser, { code })
  const locked = accessEntry(actor, 'console locked', browser, { until: lockedUntil })
  const entries = lockedUntil === null ? [failed] : [failed, locked]
  await core.database.transaction((tx) => writeEntries(tx, core.clock(), entries))
}

type Limited = { readonly purpose: string; readonly address: string; readonly email?: string }

/**
 * Counts a call that checks a password, a factor or a link, from the network and on the address of an operator.
 *
 * Refuses: `too_many_requests`, with the seconds to wait.
 * Source: decisions D-106; requirements OPR-027.
 */
export async function limitCalls(core: Core, { purpose, address, email }: Limited): Promise<void> {
  const db = core.database.read
  const ofAddress = Number(await readSetting(db, 'rateLimit.signInAddress'))
  await countCall(core, `console ${purpose} from ${networkOf(address)}`, ofAddress)
  if (email === undefined) return
  const ofAccount = Number(await readSetting(db, 'rateLimit.signInAccount'))
  const name = hashOf(email.toLowerCase()).toString('base64url')
  await countCall(core, `console ${purpose} as ${name}`, ofAccount)
}
