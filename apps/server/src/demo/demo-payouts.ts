import { createHash } from 'node:crypto'

import type { DocumentFields } from '@partner-office/contracts'
import { DAY_MS, formatUnits, PAYOUT_ROUTES } from '@partner-office/domain'

import type { Core } from '../core/core.ts'
import { confirmPayout } from '../business/payouts/confirm/confirm-payout.ts'
import {
  approvePayout,
  cancelPayout,
  rejectPayout,
  takePayout,
} from '../business/payouts/end/end-payout.ts'
import { initPayout } from '../business/payouts/confirm/init-payout.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { setWallet } from '../business/wallets/set-wallet.ts'
import { setAuthenticator } from '../passport/accounts/accounts.ts'
import { codeAt } from '../proofs/totp.ts'
import { setVerificationResult } from '../passport/verifications/decide-verification.ts'

const HOUR_MS = DAY_MS / 24
const STEP_MS = 30_000

/** The demo partner verified the documents and set up the authenticator this long ago. */
const VERIFIED_AGO_MS = 90 * DAY_MS

const DEMO_ADDRESS = { address1: '1 Example Street', city: 'Sampletown', zip: '10000' }

/** The demo's payouts: how long ago, from which route, which part of the balance, and how each ended. */
const PAYOUTS = [
  { ago: 62 * DAY_MS, route: 1, part: 40n, end: 'sent' },
  { ago: 41 * DAY_MS, route: 0, part: 30n, end: 'sent' },
  { ago: 27 * DAY_MS, route: 1, part: 20n, end: 'rejected' },
  { ago: 12 * DAY_MS, route: 1, part: 25n, end: 'cancelled' },
  { ago: 9 * DAY_MS, route: 0, part: 50n, end: 'sent' },
  { ago: 5 * HOUR_MS, route: 1, part: 60n, end: 'pending' },
  { ago: 2 * HOUR_MS, route: 0, part: 80n, end: 'pending' },
] as const

/** The demo's payouts come from no session. */
const NO_SIGN_IN = ''

const LEAST_UNITS = 10_00000000n
const MOST_UNITS = 2_000_00000000n
const WHOLE_UNIT = 1_00000000n

/**
 * Lets the demo partner pay out, through the same use cases as everybody else, each at its own time.
 *
 * A payout that the balance does not allow is left out: small demo networks earn little.
 *
 * Source: operations.md section 3.
 */
export async function makeDemoPayouts(
  core: Core,
  { partnerId, secret }: { readonly partnerId: number; readonly secret: string },
): Promise<void> {
  const early = ago(core, VERIFIED_AGO_MS)
  await core.database.transaction((tx) => setAuthenticator(early, tx, partnerId, secret))
  await verifyDemoPartner(early, partnerId)
  await setWallet(early, partnerId, {
    walletType: 'MAIN',
    address: addressOf(partnerId, 1),
    moderatorApproved: true,
  })
  await changeSettings(core, {
    'txLink.UCN': 'https://explorer.example/ucn/{hash}',
    'txLink.UPT': 'https://explorer.example/upt/{hash}',
  })
  for (const payout of PAYOUTS) await pay(core, { partnerId, secret }, payout)
}

/** Approves passport and proof of address, with the facts that they prove. */
async function verifyDemoPartner(core: Core, userId: number): Promise<void> {
  const partner = await core.database.read
    .selectFrom('partners')
    .select(['firstName', 'lastName', 'countryId'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const approve = (documentType: 'PASSPORT' | 'ADDRESS', fields: DocumentFields) =>
    setVerificationResult(
      core,
      { userId, documentType },
      { status: 'APPROVED', reason: '', fields },
    )
  await approve('PASSPORT', { name: partner.firstName, surname: partner.lastName })
  await approve('ADDRESS', { ...DEMO_ADDRESS, country: partner.countryId })
}

async function pay(
  core: Core,
  { partnerId, secret }: { readonly partnerId: number; readonly secret: string },
  payout: (typeof PAYOUTS)[number],
): Promise<void> {
  const { from, to } = PAYOUT_ROUTES[payout.route]
  const units = amountOf(await balanceOf(core, partnerId, from), payout.part)
  if (units < LEAST_UNITS) return
  const asked = ago(core, payout.ago)
  const payer = { partnerId, signIn: NO_SIGN_IN }
  const address = addressOf(partnerId, payout.route)
  await initPayout(asked, payer, { from, to, address, amount: formatUnits(units, 8) })
  const confirmed = ago(core, payout.ago - STEP_MS)
  const code = codeAt(secret, Math.floor(confirmed.clock() / STEP_MS))
  const { id } = await confirmPayout(confirmed, payer, { code, from })
  await endPayout(ago(core, payout.ago - 4 * HOUR_MS), { id, partnerId, end: payout.end })
}

async function endPayout(
  core: Core,
  {
    id,
    partnerId,
    end,
  }: {
    readonly id: number
    readonly partnerId: number
    readonly end: (typeof PAYOUTS)[number]['end']
  },
): Promise<void> {
  if (end === 'sent') {
    await takePayout(core, id)
    await approvePayout(core, id, `0x${hashOf(`transaction ${id}`)}`)
  }
  if (end === 'rejected') await rejectPayout(core, id, 'the wallet does not take UPT')
  if (end === 'cancelled') await cancelPayout(core, partnerId, id)
}

/** The core as it was some time ago. */
const ago = (core: Core, ms: number): Core => ({ ...core, clock: () => core.clock() - ms })

async function balanceOf(core: Core, partnerId: number, name: string): Promise<bigint> {
  const account = await core.database.read
    .selectFrom('accounts')
    .select('balance')
    .where('partnerId', '=', partnerId)
    .where('name', '=', name)
    .executeTakeFirst()
  return BigInt(account?.balance ?? 0)
}

/** A part of the balance in whole coins. */
function amountOf(balance: bigint, part: bigint): bigint {
  const share = balance / part
  const bounded = share > MOST_UNITS ? MOST_UNITS : share
  return bounded - (bounded % WHOLE_UNIT)
}

const addressOf = (partnerId: number, route: number): string =>
  `0x${hashOf(`wallet ${partnerId} ${route}`).slice(0, 40)}`

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
