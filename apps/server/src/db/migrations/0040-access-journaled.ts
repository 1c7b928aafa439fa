import { statements } from './statements.ts'

/** Mailed tokens name the address that they were mailed to, and changes of address when they were asked for. */
export const accessJournaled = statements(
  `alter table passport.mailed_tokens add column address text`,
  `comment on column passport.mailed_tokens.address is 'the address that the mail went to; the token is redeemed for no other one'`,
  `update passport.mailed_tokens t set address = case t.purpose
     when 'email' then (select c.new_email from passport.email_changes c where c.user_id = t.user_id)
     when 'emailBack' then (select c.old_email from passport.email_changes c where c.user_id = t.user_id)
     else (select a.email from passport.accounts a where a.user_id = t.user_id) end`,
  `delete from passport.mailed_tokens where address is null`,
  `alter table passport.mailed_tokens alter column address set not null`,
  `alter table passport.email_changes add column asked_at bigint`,
  `update passport.email_changes c set asked_at = coalesce(
     (select t.expires_at - 86400000 from passport.mailed_tokens t where t.user_id = c.user_id and t.purpose = 'email'), 0)`,
  `alter table passport.email_changes alter column asked_at set not null`,
)
