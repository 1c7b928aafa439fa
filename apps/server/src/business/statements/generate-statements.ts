import type { CallInput, CallReply, postReportGenerate } from '@partner-office/contracts'
import { FormRefusal, monthEnd, monthStart, monthText, Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { readVerifiedFields, type VerifiedFields } from '../../passport/accounts/verified-fields.ts'
import { verifiedAddress, verifiedName } from './statement-holder.ts'
import { DEFAULT_CURRENCY, makePartnerStatements, openSource } from './make-statements.ts'

/** 2023-01-01T00:00:00Z, the first month of statements. Source: REP-011; decisions D-063. */
const FIRST_MONTH = Date.UTC(2023, 0)

/**
 * Makes the caller's statements of a month. While the month is not closed, the statements are announced, and made after
 * the close.
 *
 * Refuses: `required`; `invalid_report_timestamp`; `unverified_user`, neither name nor address is proven;
 * `empty_forename_or_surname`, the name is not; `empty_address`, the address is not.
 * Source: REP-013, REP-015, REP-016; decisions D-062, D-063.
 */
export async function generateStatements(
  core: Core,
  partnerId: number,
  { year, month }: CallInput<typeof postReportGenerate>['body'],
): Promise<CallReply<typeof postReportGenerate>> {
  FormRefusal.refuseAny([
    ...(year == null ? [{ field: 'year', code: 'required' as const }] : []),
    ...(month == null ? [{ field: 'month', code: 'required' as const }] : []),
  ])
  const start = await requestedMonth(core, partnerId, year!, month!)
  requireIdentity(await readVerifiedFields(core.database.read, partnerId))
  const billingPeriod = monthText(start)
  const source = await openSource(core, billingPeriod)
  if (source === null) await announce(core, partnerId, billingPeriod)
  else await makePartnerStatements(core, source, partnerId)
  return { billingPeriod }
}

/** The first millisecond of the month. */
async function requestedMonth(
  { database, clock }: Core,
  partnerId: number,
  year: number,
  month: number,
): Promise<number> {
  const { registeredAt } = await database.read
    .selectFrom('partners')
    .select('registeredAt')
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow()
  const start = Date.UTC(year, month - 1)
  const isMonth = month >= 1 && month <= 12 && year >= 1970 && year <= 9999
  const isPossible =
    isMonth &&
    start >= FIRST_MONTH &&
    start >= monthStart(registeredAt) &&
    monthEnd(start) <= clock()
  if (!isPossible) throw new Refusal('invalid_report_timestamp')
  return start
}

/** Source: REP-015, REP-016. */
function requireIdentity(verified: VerifiedFields): void {
  const [name, address] = [verifiedName(verified), verifiedAddress(verified)]
  if (name === null && address === null) throw new Refusal('unverified_user')
  if (name === null) throw new Refusal('empty_forename_or_surname')
  if (address === null) throw new Refusal('empty_address')
}

async function announce({ database }: Core, partnerId: number, period: string): Promise<void> {
  await database.transaction((tx) =>
    tx
      .insertInto('statements')
      .values({
        partnerId,
        period,
        currency: DEFAULT_CURRENCY,
        content: null,
        code: null,
        keyId: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}
