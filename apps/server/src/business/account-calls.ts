import {
  getNotificationSettings,
  getTickets,
  postTicket,
  putNotificationSettings,
} from '@partner-office/contracts'
import { TICKET_FILE_BYTES_BELOW, TICKET_MOST_FILES } from '@partner-office/domain'

import type { Core } from '../core/core.ts'
import {
  changeNotificationSettings,
  readNotificationSettings,
} from './notifications/notification-settings.ts'
import type { ServePartner, ServePartnerForm } from './serve-partner.ts'
import { readTickets } from './support/read-tickets.ts'
import { sendTicket } from './support/send-ticket.ts'

type Serves = { readonly serve: ServePartner; readonly serveForm: ServePartnerForm }

/** Five files of 15 MB on a slow connection take minutes. */
const TICKET_FORM = {
  files: TICKET_MOST_FILES,
  fileBytes: TICKET_FILE_BYTES_BELOW,
  withinMs: 300_000,
} as const

/** The calls about tickets and about the mails that a partner gets. Source: api.md section 2. */
export function accountCalls({ serve, serveForm }: Serves, core: Core): void {
  const db = core.database.read
  serve(getNotificationSettings, (_input, partnerId) => readNotificationSettings(db, partnerId))
  serve(putNotificationSettings, ({ body }, partnerId) =>
    changeNotificationSettings(core, partnerId, body),
  )
  serveForm(postTicket, TICKET_FORM, (parts, partnerId) => sendTicket(core, partnerId, parts))
  serve(getTickets, (_input, partnerId) => readTickets(db, partnerId))
}
