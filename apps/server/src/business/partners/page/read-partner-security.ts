import type { CallReply, getPartnerSecurity } from '@partner-office/contracts'

import type { Db } from '../../../db/database.ts'
import { readSecurity } from '../../../passport/accounts/security-state.ts'

/** Reads what a partner signs in with, and the documents. Source: requirements PTR-007. */
export const readPartnerSecurity = (
  db: Db,
  partnerId: number,
): Promise<CallReply<typeof getPartnerSecurity>> => readSecurity(db, partnerId)
