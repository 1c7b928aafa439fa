import type { CallInput, CallReply, getReport, getReportList } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { checkStored } from './check-stored.ts'
import { type LinkedStatement, openLink, signLink } from './statement-links.ts'
import { statementFileName } from './statement-file-name.ts'

/** Reads a page of a partner's statements. Source: REP-004, REP-005; decisions D-064. */
export async function readStatementList(
  { database: { read } }: Core,
  partnerId: number,
  { page, size, sort }: CallInput<typeof getReportList>['query'],
): Promise<CallReply<typeof getReportList>> {
  const own = read.selectFrom('statements').where('partnerId', '=', partnerId)
  const rows = await own
    .select(['period', 'currency'])
    .select((each) => each('content', 'is not', null).as('isMade'))
    .orderBy('period', sort === 'billingPeriod|asc' ? 'asc' : 'desc')
    .orderBy('currency')
    .limit(size)
    .offset(page * size)
    .execute()
  const { count } = await own
    .select((each) => each.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return {
    content: rows.map(({ period, currency, isMade }) => ({
      billingPeriod: period,
      currency,
      filename: isMade ? statementFileName({ period, currency }, 'pdf') : null,
    })),
    number: page,
    totalPages: Math.ceil(count / size),
  }
}

/**
 * A signed address of the caller's own statement.
 *
 * Refuses: `not_found`, also while it is being made; `temp_url_generation_error`, when the stored statement is damaged.
 * Source: REP-006; decisions D-064.
 */
export async function readStatementLink(
  core: Core,
  { partnerId, officeOrigin }: { readonly partnerId: number; readonly officeOrigin: string },
  { billingPeriod, currency, format }: CallInput<typeof getReport>['query'],
): Promise<string> {
  const linked = { partnerId, period: billingPeriod, currency }
  const content = await findStatement(core.database.read, linked)
  if (content === null) throw new Refusal('not_found')
  if (!(await checkStored(core.database.read, content))) {
    throw new Refusal('temp_url_generation_error')
  }
  const place = format === 'pdf' ? 'file' : 'data'
  return `${officeOrigin}/v1/report/${place}/${await signLink(core, linked)}`
}

/** The statement behind a signed address; null when the address is not valid, or not any more. */
export async function openStatementLink(
  core: Core,
  signature: string,
): Promise<(LinkedStatement & { readonly content: string }) | null> {
  const linked = await openLink(core, signature)
  const content = linked === null ? null : await findStatement(core.database.read, linked)
  return linked === null || content === null ? null : { ...linked, content }
}

async function findStatement(
  db: Db,
  { partnerId, period, currency }: LinkedStatement,
): Promise<string | null> {
  const statement = await db
    .selectFrom('statements')
    .select('content')
    .where('partnerId', '=', partnerId)
    .where('period', '=', period)
    .where('currency', '=', currency)
    .executeTakeFirst()
  return statement?.content ?? null
}
