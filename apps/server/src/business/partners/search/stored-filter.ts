import type { PartnerFilter } from '@partner-office/contracts'
import { type RawBuilder, sql } from 'kysely'

import { isVerified } from '../../../passport/accounts/verified-fields.ts'

/** Whether the newest entry of a partner `p` is a block. */
export const IS_BLOCKED = sql<boolean>`p.id in (
  select b.partner_id from partner_blocks b where b.blocked
    and not exists (select from partner_blocks later where later.partner_id = b.partner_id and later.fact > b.fact))`

export const IS_HIDDEN = sql<boolean>`exists (select from hidden_partners h where h.partner_id = p.id)`
export const IS_VERIFIED = isVerified(sql`p.id`)

const hasBalance = (condition: RawBuilder<unknown>) =>
  sql`exists (select from accounts a where a.partner_id = p.id and a.balance ${condition})`

const BALANCES = {
  NEGATIVE: hasBalance(sql`< 0`),
  POSITIVE: sql`(${hasBalance(sql`> 0`)} and not ${hasBalance(sql`< 0`)})`,
  ZERO: sql`not ${hasBalance(sql`<> 0`)}`,
}

const either = (is: boolean, condition: RawBuilder<unknown>) =>
  is ? condition : sql`not (${condition})`

/** The filters that only the database knows, as a condition on partners `p`; null without any. Source: requirements PTR-003. */
export function storedFilter(filter: PartnerFilter): RawBuilder<unknown> | null {
  const { isBlocked, isHidden, isVerified: verified, isRoot, country, balance } = filter
  const conditions = [
    ...(isBlocked === undefined ? [] : [either(isBlocked, IS_BLOCKED)]),
    ...(isHidden === undefined ? [] : [either(isHidden, IS_HIDDEN)]),
    ...(verified === undefined ? [] : [either(verified, IS_VERIFIED)]),
    ...(isRoot === undefined ? [] : [either(isRoot, sql`p.sponsor_id is null`)]),
    ...(country === undefined ? [] : [sql`p.country_id = ${country}`]),
    ...(balance === undefined ? [] : [BALANCES[balance]]),
  ]
  return conditions.length === 0 ? null : sql.join(conditions, sql` and `)
}
