import { listTickets } from '../../business/support/read-tickets.ts'
import { DONE, type Handler, instantText, listLine } from './handler.ts'

export const ticketsList: Handler = async ({ core, io }) => {
  await io.out(listLine('id', 'created', 'partner', 'type', 'state', 'email', 'files', 'comment'))
  for (const ticket of await listTickets(core.database.read)) {
    const { id, createdAt, partnerId, type, bonusType, state, email, files, folder } = ticket
    const about = bonusType === null ? String(type) : `${type} ${bonusType}`
    const stored = files === 0 ? '-' : `${files} in ${folder}`
    await io.out(
      listLine(id, instantText(createdAt), partnerId, about, state, email, stored, ticket.comment),
    )
  }
  return DONE
}
