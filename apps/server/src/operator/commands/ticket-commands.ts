import { Refusal, TICKET_TYPES } from '@partner-office/domain'

import { filesOfTicket, listTickets } from '../../business/support/read-tickets.ts'
import { bytesOfFile } from '../../business/support/ticket-parts.ts'
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

export const ticketsShow: Handler = async ({ core, command, io }) => {
  const id = Number(command.arguments[0])
  const ticket = await filesOfTicket(core.database.read, id)
  const number = Number(command.options['file'])
  const file = ticket.files[number - 1]
  if (file === undefined) {
    throw new Refusal('not_found', {
      reason: `ticket ${id} has ${ticket.files.length} files, so none is number ${number}`,
    })
  }
  io.note(`${file.name}, ${file.size} bytes; file ${number} of ${ticket.files.length}`)
  for await (const part of bytesOfFile(core, ticket, number - 1)) await io.out(part)
  return DONE
}

/** The type in a word; a number that this version does not know stays one. */
const typeText = (type: number): string =>
  Object.entries(TICKET_TYPES).find(([, known]) => known === type)?.[0] ?? String(type)
