import type { Core } from '../../core/core.ts'
import { makeView } from '../../passport/accounts/views.ts'
import { audited } from '../audit/audit-log.ts'
import { requirePartner } from './require-partner.ts'

type Viewing = {
  readonly partnerId: number
  readonly reason: string
  readonly actor: string
  /** The session of the console that asks. */
  readonly session: { readonly id: number; readonly operatorId: number; readonly until: number }
}

/**
 * Makes a view as a partner, with its entry in the audit log; returns the hand-off for the office.
 *
 * Refuses: `not_found`.
 * Source: requirements PTR-014, PTR-017; decisions D-174.
 */
export async function viewPartner(
  core: Core,
  { partnerId, reason, actor, session }: Viewing,
): Promise<{ token: string; goodUntil: number }> {
  let view = 0
  const details = () => ({ object: String(partnerId), reason, view })
  return audited(core, { actor, command: 'partner view', details }, (on) =>
    on.database.transaction(async (tx) => {
      await requirePartner(tx, partnerId)
      const made = await makeView(on, tx, { partnerId, session })
      view = made.id
      return made
    }),
  )
}

/** A page of the office as its header names it. */
const PAGE = /^\/[\w/.-]{1,120}$/

/**
 * Notes what is opened in a view, once for each page: the page that the office names, else the call itself.
 *
 * Source: requirements PTR-017.
 */
export async function noteViewPage(
  { database, clock }: Core,
  view: number,
  { page, call }: { readonly page: unknown; readonly call: string },
): Promise<void> {
  const opened = typeof page === 'string' && PAGE.test(page) ? page : call
  await database.read
    .insertInto('console.viewPages')
    .values({ viewId: view, page: opened, at: clock() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
