import { statements } from './statements.ts'

/** Accepted terms are announced with their commit, so that no other process asks again for what was just accepted. */
export const termsAnnounced = statements(
  `create trigger access_is_announced after insert on legal_acceptances
     for each statement execute function announce_access()`,
)
