import { statements } from './statements.ts'

/** Mails that confirm tickets. */
export const ticketConfirmations = statements(
  `alter table tickets add column confirm_at bigint`,
  `comment on column tickets.confirm_at is 'when the mail that confirms the ticket is due; null: sent'`,
  `create index tickets_confirm on tickets (confirm_at) where confirm_at is not null`,
)
