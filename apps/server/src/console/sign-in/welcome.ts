import type {
  CallInput,
  CallReply,
  getWelcome,
  postWelcome,
  postWelcomeConfirm,
} from '@partner-office/contracts'
import { FormRefusal, problemOf, Refusal, requireFields } from '@partner-office/domain'

import { readSetting } from '../../business/settings/read-settings.ts'
import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { newPasswordProblem } from '../../proofs/common-passwords.ts'
import { deviceName } from '../../proofs/device-name.ts'
import { passkeyCreation } from '../../proofs/passkey-creation.ts'
import { hasPasskeys, operatorHandle, relyingParty } from '../../proofs/relying-party.ts'
import { hashOf } from '../../proofs/secret-token.ts'
import { newAuthenticatorSecret, otpauthUrl, unusedStep } from '../../proofs/totp.ts'
import type { Browser, Console } from '../console.ts'
import { readSignedIn, type SignedInReply } from '../own-account/read-me.ts'
import { attempt, limitCalls } from './attempts.ts'
import { issueChallenge } from './challenges.ts'
import { checkedPasskey, secretName, storeFactor } from './factors.ts'
import { enter } from './sign-in.ts'

type Link = {
  readonly id: number
  readonly email: string
  readonly expiresAt: number
  readonly passwordHash: string | null
  readonly sealedSecret: Buffer | null
}

/**
 * Tells whose link it is, without using it up.
 *
 * Refuses: `not_found`, for an unknown, used or expired link; `too_many_requests`.
 */
export async function readLink(
  { core }: Console,
  token: string,
  { address }: Browser,
): Promise<CallReply<typeof getWelcome>> {
  await limitCalls(core, { purpose: 'welcome', address })
  const { email, expiresAt } = await requireLink(core, core.database.read, token)
  return { email, endsAt: expiresAt }
}

/**
 * Begins the first sign-in: keeps the password, and returns the secret of an authenticator once. Both count when the second
 * factor is confirmed.
 *
 * Refuses: `required`, `invalid_password_format`, `invalid_password_chars`; `not_found` for the link; `too_many_requests`.
 * Source: requirements OPR-001, OPR-002.
 */
export async function beginWelcome(
  { core, passwords }: Console,
  { params: { token }, body: { password } }: CallInput<typeof postWelcome>,
  { address, origin }: Browser,
): Promise<CallReply<typeof postWelcome>> {
  requireFields({ password }, ['password'])
  FormRefusal.refuseAny(problemOf('password', await newPasswordProblem(password)))
  await limitCalls(core, { purpose: 'welcome', address })
  const { id, email } = await requireLink(core, core.database.read, token)
  const passwordHash = await passwords.hash(password)
  const secret = newAuthenticatorSecret()
  const sealedSecret = core.passwords.sealBytes(secretName(id), Buffer.from(secret))
  await core.database.read
    .updateTable('console.links')
    .set({ passwordHash, sealedSecret })
    .where('tokenHash', '=', hashOf(token))
    .execute()
  const product = await readSetting(core.database.read, 'product')
  const passkey = await askNewPasskey(core, { user: { id, email }, product, token, origin })
  return { secret, otpauthUrl: otpauthUrl(`${product} console`, email, secret), ...passkey }
}

async function askNewPasskey(
  core: Core,
  {
    user,
    product,
    token,
    origin,
  }: {
    readonly user: { readonly id: number; readonly email: string }
    readonly product: string
    readonly token: string
    readonly origin: string
  },
) {
  const party = relyingParty(origin)
  if (!hasPasskeys(party)) return {}
  const ceremony = { purpose: 'add', holderHash: hashOf(token), operatorId: user.id } as const
  const challenge = await issueChallenge(core, ceremony)
  const named = { id: operatorHandle(user.id), email: user.email }
  return { passkey: passkeyCreation(party, { challenge, product, user: named, known: [] }) }
}

/**
 * Finishes the first sign-in with a code of the authenticator or a new passkey. The link is used up.
 *
 * Refuses: `required`, also before the password; `not_found` for the link; `incorrect_otp`, `invalid_passkey`, `not_unique`;
 * `user_account_locked`; `too_many_requests`.
 */
export async function finishWelcome(
  { core }: Console,
  { params: { token }, body }: CallInput<typeof postWelcomeConfirm>,
  browser: Browser,
): Promise<SignedInReply> {
  if ((body.passkey ?? null) === null) requireFields({ code: body.code }, ['code'])
  await limitCalls(core, { purpose: 'welcome', address: browser.address })
  const link = await requireLink(core, core.database.read, token)
  if (link.passwordHash === null) throw new Refusal('required', { field: 'password' })
  return attempt(core, { tried: link, browser }, async () => {
    const factor = await checkedFactor(core, { link, token, body, origin: browser.origin })
    const opened = await core.database.transaction(async (tx) => {
      const { passwordHash, ...operator } = await useLink(core, tx, token)
      await tx
        .updateTable('console.operators')
        .set(({ eb }) => ({ passwordHash, version: eb('version', '+', 1) }))
        .where('id', '=', operator.id)
        .execute()
      const name =
        factor.kind === 'passkey' ? deviceName(browser.userAgent) || 'Passkey' : 'Authenticator'
      await storeFactor(core, tx, { operatorId: operator.id, name, ...factor })
      return enter(core, tx, { operator, browser, way: 'first sign-in' })
    })
    browser.setToken(opened)
    return readSignedIn(core, opened)
  })
}

type Confirming = {
  readonly link: Link
  readonly token: string
  readonly body: CallInput<typeof postWelcomeConfirm>['body']
  readonly origin: string
}

async function checkedFactor(core: Core, { link, token, body, origin }: Confirming) {
  const { passkey, code } = body
  if (passkey !== undefined && passkey !== null) {
    const ceremony = { holderHash: hashOf(token), operatorId: link.id }
    const checked = await checkedPasskey(core, { passkey, origin, ...ceremony })
    return { kind: 'passkey', ...checked } as const
  }
  const sealedSecret = link.sealedSecret!
  const secret = core.passwords.openBytes(secretName(link.id), sealedSecret)?.toString('utf8') ?? ''
  const lastStep = unusedStep({ secret, lastStep: 0 }, code, core.clock())
  if (typeof lastStep !== 'number') throw new Refusal('incorrect_otp', { field: 'code' })
  return { kind: 'authenticator', sealedSecret, lastStep } as const
}

/** The link of a token. Refuses: `not_found`, for an unknown, used or expired one, and for a locked operator. */
async function requireLink(core: Core, db: Db, token: string): Promise<Link> {
  const link = await db
    .selectFrom('console.links as l')
    .innerJoin('console.operators as o', 'o.id', 'l.operatorId')
    .select(['o.id', 'o.email', 'l.expiresAt', 'l.passwordHash', 'l.sealedSecret'])
    .where('l.tokenHash', '=', hashOf(token))
    .where('l.expiresAt', '>', core.clock())
    .where('o.lockedAt', 'is', null)
    .where('o.removedAt', 'is', null)
    .executeTakeFirst()
  if (link === undefined) throw new Refusal('not_found')
  return link
}

/** Uses a link up: of parallel calls one gets it. */
async function useLink(core: Core, tx: Tx, token: string): Promise<Link> {
  const link = await requireLink(core, tx, token)
  const { numDeletedRows } = await tx
    .deleteFrom('console.links')
    .where('tokenHash', '=', hashOf(token))
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw new Refusal('not_found')
  return link
}
