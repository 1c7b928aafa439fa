import type { StatementCheck } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { checkStored } from './check-stored.ts'
import type { SignedStatement } from './statement.ts'

/**
 * What the office knows of the statement behind a printed code.
 *
 * Refuses: `not_found`, an unknown code, and one whose stored statement is damaged.
 */
export async function checkStatement(core: Core, code: string): Promise<StatementCheck> {
  const { read } = core.database
  const found = await read
    .selectFrom('statements')
    .select('content')
    .where('code', '=', code)
    .executeTakeFirst()
  const content = found?.content ?? null
  if (content === null || !(await checkStored(read, content))) throw new Refusal('not_found')
  const { statement, signature } = JSON.parse(content) as SignedStatement
  const { partnerId, period, currency, issuedAt, seal } = statement
  const { opening, credited, corrected, adjusted = '0', paidOut, closing } = statement
  const sums = { opening, credited, corrected, adjusted, paidOut, closing }
  const key = signature.key
  return { billingPeriod: period, currency, partnerId, ...sums, issuedAt, key, seal: seal.hash }
}
