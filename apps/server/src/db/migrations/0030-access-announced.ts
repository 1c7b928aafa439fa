import { statements } from './statements.ts'

/** Ended sessions are announced with their commit, so that no process admits a caller by what it has read before. */
export const accessAnnounced = statements(
  `create function announce_access() returns trigger language plpgsql as $$
   begin
     perform pg_notify('partner_office', 'access');
     return null;
   end $$`,
  `create trigger access_is_announced after delete on passport.sessions
     for each statement execute function announce_access()`,
)
