import { statements } from './statements.ts'

/** Links that set a new password are valid side by side, and wrong attempts at an account are forgotten after a time. */
export const resetsSideBySide = statements(
  `alter table passport.mailed_tokens drop constraint mailed_tokens_user_id_purpose_key`,
  `create unique index mailed_tokens_one_each on passport.mailed_tokens (user_id, purpose) where purpose <> 'reset'`,
  `create index mailed_tokens_resets on passport.mailed_tokens (user_id) where purpose = 'reset'`,
  `alter table passport.accounts add column last_attempt_at bigint`,
  `comment on column passport.accounts.last_attempt_at is
     'of a counted attempt from an unknown browser; after two days without one the count starts again, as for an address
      without an account'`,
)
