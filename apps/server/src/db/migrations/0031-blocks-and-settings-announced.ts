import { statements } from './statements.ts'

/** Blocks and settings are announced with their commit, as ended sessions are: every process applies them to its next call. */
export const blocksAndSettingsAnnounced = statements(
  `create trigger access_is_announced after insert on partner_blocks
     for each statement execute function announce_access()`,
  `create trigger access_is_announced after insert or update or delete on settings
     for each statement execute function announce_access()`,
)
