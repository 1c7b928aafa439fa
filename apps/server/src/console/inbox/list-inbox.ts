import {
  type CallReply,
  type getInbox,
  INBOX_KINDS,
  type InboxFilter,
  type InboxLine,
} from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { numbersOf, partOf } from '../../db/page.ts'
import { findDisputes } from './find-disputes.ts'
import { findTickets } from './find-tickets.ts'
import { hasHelpDesk } from './has-help-desk.ts'
import type { InboxQuestion } from './inbox-question.ts'

const PAGE = 50

/** A source of lines, in the order of the question. */
type InboxSource = (db: Db, question: InboxQuestion) => Promise<InboxLine[]>

/** The sources by the kind of their lines: each new kind is a further one. */
const SOURCES: Readonly<Record<InboxLine['kind'], InboxSource>> = {
  ticket: findTickets,
  dispute: findDisputes,
}

/**
 * A page of the inbox, merged of all sources by the instant of their lines: what waits longest first, a search and closed ones newest
 * first.
 *
 * Source: requirements INB-001, INB-008.
 */
export async function listInbox(
  { database: { read } }: Core,
  { cursor, ...filter }: InboxFilter & { readonly cursor?: string | undefined },
  operatorId: number,
): Promise<CallReply<typeof getInbox>> {
  const isOldestFirst =
    filter.search === undefined && filter.state !== 'CLOSED' && filter.state !== 'all'
  const place = numbersOf(cursor)
  const parts = await Promise.all(
    INBOX_KINDS.filter((kind) => filter.kind === undefined || filter.kind === kind).map((kind) =>
      SOURCES[kind](read, {
        ...filter,
        operatorId,
        isOldestFirst,
        after: place && { since: place[0], id: idBehind(place[1], kind, isOldestFirst) },
        limit: PAGE + 1,
      }),
    ),
  )
  const sign = isOldestFirst ? 1 : -1
  const lines = parts
    .flat()
    .toSorted((one, other) => sign * (one.since - other.since || placeOf(one) - placeOf(other)))
  return {
    ...partOf(lines, PAGE, (last) => `${last.since}-${placeOf(last)}`),
    helpDesk: await hasHelpDesk(read),
  }
}

/** Lines of all kinds with the same instant, one after the other: kinds take turns, so that each line has a place of its own. */
const placeOf = ({ kind, id }: InboxLine): number =>
  id * INBOX_KINDS.length + INBOX_KINDS.indexOf(kind)

/** The id of a kind behind which its lines follow a place. */
function idBehind(place: number, kind: InboxLine['kind'], isOldestFirst: boolean): number {
  const id = (place - INBOX_KINDS.indexOf(kind)) / INBOX_KINDS.length
  return isOldestFirst ? Math.floor(id) : Math.ceil(id)
}
