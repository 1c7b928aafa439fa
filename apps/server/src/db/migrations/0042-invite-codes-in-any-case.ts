import { statements } from './statements.ts'

/** Invite codes are found without regard to case. Not unique: codes of earlier releases may differ only in case. */
export const inviteCodesInAnyCase = statements(
  `create index partners_invite_code_any_case on partners (lower(invite_code))`,
)
