import { PAYOUT_BARS, type PayoutBar, payoutBars } from '@partner-office/domain'
import type { PayoutMark } from '@partner-office/contracts'
import { sql } from 'kysely'

import type { Db, Tx } from '../../../db/database.ts'
import { readSettings } from '../../settings/read-settings.ts'
import { IS_BLOCKED } from '../confirm/payout-basis.ts'
import { eligibilityOf, type StoredEligibility } from '../confirm/check-payout.ts'

/** Why a pending payout is not sent, in words for operators. */
const PHRASES: Readonly<Record<PayoutBar, string>> = {
  user_blocked: 'its partner is blocked',
  account_closed: 'the account of its partner is closed',
  payouts_off: 'payouts are switched off',
  route_disabled: 'its route is disabled',
  payouts_locked: 'the payouts of its partner are locked',
  user_not_verified: 'its partner is not verified',
  '2fa_disabled': 'its partner has no authenticator',
}

const isBar = (mark: PayoutMark): mark is PayoutBar =>
  (PAYOUT_BARS as readonly string[]).includes(mark)

/** Why a payout with some marks must not be taken up, in words; null if it may be. */
export function barPhrase(marks: readonly PayoutMark[]): string | null {
  const bar = marks.find(isBar)
  return bar === undefined ? null : PHRASES[bar]
}

/**
 * Locks the accounts that some payouts were debited from, until the transaction ends. An order that is being cancelled is
 * waited for, so its reversals are part of the balances that are read next.
 *
 * Accounts are locked in the order of their ids, like everywhere.
 */
export async function lockAccountsOf(tx: Tx, payoutIds: readonly number[]): Promise<void> {
  await sql`
    select from accounts where id = any(array(
      select a.id from payouts p join accounts a
        on a.partner_id = p.partner_id and a.name = p.payout_from and a.currency = p.currency
      where p.id = any(${[...payoutIds]}::bigint[])))
    order by id for share`.execute(tx)
}

type MarkedRow = Omit<StoredEligibility, 'settings' | 'terms' | 'guard' | 'now'> & {
  readonly id: number
  readonly enabled: boolean | null
  readonly verificationRequired: boolean | null
  readonly wrongAt: readonly number[] | null
  readonly lockedAt: number | null
  readonly stopUntil: number | null
  readonly isNegative: boolean
}

/**
 * Reads what holds pending payouts back now: what would bar their requests, and a balance below zero since they were
 * confirmed. A payout that is not pending has no marks.
 *
 * Source: decisions C11.13, C11.27.
 */
export async function readPayoutMarks(
  db: Db,
  payoutIds: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, readonly PayoutMark[]>> {
  if (payoutIds.length === 0) return new Map()
  const settings = await readSettings(db, ['permissionsPayout', 'permissionsPayoutTwoFa'])
  const { rows } = await sql<MarkedRow>`
    select c.id, ${IS_BLOCKED} as is_blocked, owner.closed_at is not null as is_closed,
      coalesce(v.status = 'APPROVED', false) as is_verified, proof.confirmed_at as authenticator_since,
      r.enabled, r.verification_required, g.wrong_at, g.locked_at, g.stop_until, coalesce(a.balance < 0, false) as is_negative
    from payouts c
    left join payout_routes r on r.payout_from = c.payout_from and r.payout_to = c.payout_to
    left join payout_guards g on g.partner_id = c.partner_id
    left join passport.accounts owner on owner.user_id = c.partner_id
    left join passport.authenticators proof on proof.user_id = c.partner_id
    left join passport.verifications v on v.user_id = c.partner_id and v.document_type = 'PASSPORT'
    left join accounts a on a.partner_id = c.partner_id and a.name = c.payout_from and a.currency = c.currency
    where c.id = any(${[...payoutIds]}::bigint[]) and c.status = 'PENDING'`.execute(db)
  return new Map(rows.map((row) => [row.id, marksOf(row, { settings, now })]))
}

function marksOf(
  row: MarkedRow,
  context: Pick<StoredEligibility, 'settings' | 'now'>,
): PayoutMark[] {
  const { enabled, verificationRequired, wrongAt, lockedAt, stopUntil, isNegative } = row
  const bars = payoutBars(
    eligibilityOf({
      ...row,
      ...context,
      terms: enabled === null ? null : { enabled, verificationRequired: verificationRequired! },
      guard: { wrongAt: wrongAt ?? [], lockedAt, stopUntil },
    }),
  )
  return isNegative ? [...bars, 'balance_negative'] : bars
}
