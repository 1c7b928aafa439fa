import type { CallReply, getUser, getUserActivity } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { freshNetwork } from '../figures/fresh-network.ts'
import type { PartnerBook } from './partner-book.ts'

/**
 * A partner as the business knows them; who is blocked is not answered at all.
 *
 * Refuses: `not_found`, `data_not_ready`.
 * Source: decisions D-122.
 */
export async function readUser(
  { core, people }: { readonly core: Core; readonly people: PartnerBook },
  partnerId: number,
): Promise<CallReply<typeof getUser>> {
  const network = await freshNetwork(core)
  const card = (await people.cards([partnerId])).get(partnerId)
  if (card === undefined) throw new Refusal('not_found')
  const { activeUntil } = await network.figures(partnerId)
  const { engine } = network
  const registeredAt = engine.registeredAt[engine.rowOf(partnerId)]!
  return { id: partnerId, email: card.email, registeredAt, blocked: false, activeUntil }
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
