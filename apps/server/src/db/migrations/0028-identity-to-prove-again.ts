import { statements } from './statements.ts'

/** Which documents were approved before: rejecting one of them asks its owner to prove the identity again. */
export const identityToProveAgain = statements(
  `alter table passport.verifications add column was_approved boolean not null default false`,
  `update passport.verifications set was_approved = true where status = 'APPROVED'`,
  `comment on column passport.verifications.was_approved is
     'this document, or one that it replaces, was approved once'`,
)
