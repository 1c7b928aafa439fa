import type { CallReply, ConsolePartner, postPartnerContacts } from '@partner-office/contracts'
import { sql } from 'kysely'

import { AUDIT_OBJECT } from '../../business/audit/audit-object.ts'
import { audited } from '../../business/audit/audit-log.ts'
import { type PartnerPage, readContacts } from '../../business/partners/page/read-partner-page.ts'
import type { Core } from '../../core/core.ts'
import type { Session } from '../console.ts'
import { maskedContact } from '../masked.ts'

const SHOWN_MS = 15 * 60_000
const COMMAND = 'partner contacts'

/**
 * Shows an operator the contacts of a partner from now on; the entry of the audit log is what allows it.
 *
 * Refuses: `not_found`.
 * Source: requirements PTR-010; decisions D-175.
 */
export async function showContacts(
  core: Core,
  { partnerId, reason }: { readonly partnerId: number; readonly reason: string },
  { email: actor }: Session,
): Promise<CallReply<typeof postPartnerContacts>> {
  const details = () => ({ object: String(partnerId), reason })
  return audited(core, { actor, command: COMMAND, details }, async ({ database, clock }) => {
    const contacts = await readContacts(database.read, partnerId)
    return { contacts, contactsUntil: clock() + SHOWN_MS }
  })
}

/** The page as an operator may see it. */
export async function withContacts(
  core: Core,
  page: PartnerPage,
  { email: actor }: Session,
): Promise<ConsolePartner> {
  const { rows } = await sql<{ at: number }>`
    select a.at from audit_log a
    where ${AUDIT_OBJECT} = ${String(page.id)} and a.command = ${COMMAND} and a.actor = ${actor}
      and a.at > ${core.clock() - SHOWN_MS}
    order by a.at desc limit 1`.execute(core.database.read)
  const [shown] = rows
  if (shown !== undefined) return { ...page, contactsUntil: shown.at + SHOWN_MS }
  const masked = Object.entries(page.contacts).map(([name, text]) => [
    name,
    maskedContact(name, text),
  ])
  return { ...page, contacts: Object.fromEntries(masked), contactsUntil: null }
}
