import { verifyStatement } from '@partner-office/statement-check'

import type { Db } from '../../db/database.ts'
import { readStatementKeys } from './statement-keys.ts'

/** Whether a stored statement still is what was signed. */
export async function checkStored(db: Db, content: string): Promise<boolean> {
  const keys = await readStatementKeys(db)
  const { isValid } = await verifyStatement(new TextEncoder().encode(content), keys)
  return isValid
}
