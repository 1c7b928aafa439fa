import { type RawBuilder, sql } from 'kysely'

import { unnesting } from '../../db/column.ts'
import { PREPARED } from '../../db/prepared.ts'
import { usingSteps } from '../../passport/accounts/authenticator-steps.ts'
import { type CreatedPayout, creatingPayouts } from './create-payouts.ts'
import type { PayoutDecision } from './payout-decision.ts'
import { storingGuards } from './payout-guard.ts'
import { owingFirstMails } from './payout-mails.ts'
import { endingSessions, storingSessions } from './payout-sessions.ts'
import { debitingCreated } from './payout-transfers.ts'

/** A partner whose decision was written, with the payout that it has created. */
export type WrittenDecision = {
  readonly partnerId: number
  readonly id: CreatedPayout['id'] | null
}

/**
 * The statement that writes what decisions about different partners change. It returns the partners whose decisions it has
 * written.
 *
 *     free:  partners whose rows are as they were decided on, and locked now
 *     else:  everything that the decisions change, for `free` alone
 *
 * It never waits for a row that another transaction has locked: such a partner is not free, nor is one with a row that was
 * changed since it was read. PostgreSQL checks the versions once more after it has locked the rows.
 */
export function writingDecisions(
  decisions: readonly PayoutDecision[],
): RawBuilder<WrittenDecision> {
  const changing = decisions.flatMap(({ partnerId, changes }) =>
    changes === null ? [] : { partnerId, ...changes },
  )
  const steps = changing.flatMap(({ partnerId: userId, usedStep: step }) =>
    step === undefined ? [] : { userId, step },
  )
  const payouts = changing.flatMap(({ payout }) => payout ?? [])
  return sql<WrittenDecision>`${PREPARED}
    with ${lockingFree(decisions)},
      counted as (${storingGuards(changing.map(({ guard }) => guard))}),
      opened as (${storingSessions(changing.flatMap(({ session }) => session ?? []))}),
      used as (${usingSteps(steps)} and a.user_id in (select partner_id from free))
      ${payouts.length === 0 ? sql`select partner_id, null::bigint as id from free` : paying(payouts)}`
}

/** The common table expressions up to `free`. Subqueries look each row up in an index, also in a plan made on small tables. */
const lockingFree = (decisions: readonly PayoutDecision[]): RawBuilder<unknown> => sql`
    c as materialized (
      select * from ${unnesting(decisions, [
        ['bigint', ({ partnerId }) => partnerId],
        ['text', ({ from }) => from],
        ['text', ({ versions }) => versions.guard],
        ['text', ({ versions }) => versions.account],
        ['text', ({ versions }) => versions.authenticator],
      ])} as c(partner_id, payout_from, guard, account, authenticator)),
    guards as materialized (
      select g.partner_id from c cross join lateral (select g.partner_id from payout_guards g
        where g.partner_id = c.partner_id and g.xmin::text = c.guard for update skip locked) g),
    balances as materialized (
      select a.partner_id from c cross join lateral (select a.partner_id from accounts a where a.partner_id = c.partner_id
        and a.name = c.payout_from and a.xmin::text = c.account for update skip locked) a),
    proofs as materialized (
      select a.user_id from c cross join lateral (select a.user_id from passport.authenticators a
        where a.user_id = c.partner_id and a.xmin::text = c.authenticator for update skip locked) a),
    free as materialized (
      select c.partner_id from c where c.partner_id in (select partner_id from guards)
        and (c.account is null or c.partner_id in (select partner_id from balances))
        and (c.authenticator is null or c.partner_id in (select user_id from proofs)))`

const paying = (payouts: Parameters<typeof creatingPayouts>[0]): RawBuilder<unknown> => sql`,
      created as (${creatingPayouts(payouts)}),
      ended as (${endingSessions}),
      owed as (${owingFirstMails}),
      posted as (select count(*) from ${debitingCreated(payouts)})
    select f.partner_id, n.id from free f left join created n using (partner_id) cross join posted`
