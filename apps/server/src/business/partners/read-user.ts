import type { CallReply, getUser, getUserActivity } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { freshNetwork } from '../figures/fresh-network.ts'

/**
 * A partner as the business knows them; who is blocked is not answered at all.
 *
 * Refuses: `not_found`, `data_not_ready`.
 * Source: decisions D-122.
 */
export async function readUser(core: Core, partnerId: number): Promise<CallReply<typeof getUser>> {
  const user = await core.database.read
    .selectFrom('partners')
    .select(['id', 'email', 'registeredAt'])
    .where('id', '=', partnerId)
    .executeTakeFirst()
  if (user === undefined) throw new Refusal('not_found')
  const { activeUntil } = await (await freshNetwork(core)).figures(partnerId)
  return { ...user, blocked: false, activeUntil }
}

/**
 * Until when a partner is active, and how large the team is.
 *
 * Refuses: `not_found`, `data_not_ready`.
 * Source: decisions D-077, C8, C11.3; ENT-009.
 */
export async function readActivity(
  core: Core,
  userId: number,
): Promise<CallReply<typeof getUserActivity>> {
  const { activeUntil, flSize, teamSize } = await (await freshNetwork(core)).figures(userId)
  return { activeUntil, flSize, teamSize, userId }
}
