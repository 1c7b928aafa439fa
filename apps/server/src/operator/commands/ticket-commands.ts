import { TICKET_TYPES } from '@partner-office/domain'

import { listTickets } from '../../business/support/read-tickets.ts'
import { DONE, type Handler, instantText, listLine } from './handler.ts'

export const ticketsList: Handler = async ({ core, io }) => {
  await io.out(listLine('id', 'created', 'partner', 'type', 'state', 'email', 'files', 'comment'))
  for (const ticket of await listTickets(core.database.read)) {
    const { id, createdAt, partnerId, type, bonusType, state, email, files, folder } = ticket
    const about = bonusType === null ? typeText(type) : `${typeText(type)} ${bonusType}`
    const stored = files === 0 ? '-' : `${files} in ${folder}`
    await io.out(
      listLine(id, instantText(createdAt), partnerId, about, state, email, stored, ticket.comment),
    )
  }
  return DONE
}

/** The type in a word; a number that this version does not know stays one. */
const typeText = (type: number): string =>
  Object.entries(TICKET_TYPES).find(([, known]) => known === type)?.[0] ?? String(type)
