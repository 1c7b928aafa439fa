import type { CallReply, getEvents, NewEvent } from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import { type InputProblem, InvalidInput } from '../../input/invalid-input.ts'
import type { Db } from '../../db/database.ts'

/** One page of all events. The product records no registrations, so their status is null. Source: ENT-017; decisions D-110. */
export async function readEvents(
  db: Db,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<CallReply<typeof getEvents>> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .orderBy('eventEndDate')
    .orderBy('id')
    .offset(page * size)
    .limit(size)
    .execute()
  const content = rows.map((event) => ({
    ...event,
    userRegistrationInfo: { status: null },
  }))
  const { count } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { content, number: page, totalPages: Math.ceil(Number(count) / size) }
}

/**
 * Replaces all events by a list.
 *
 * Refuses: `validation_error`, naming every doubled id and every registration that ends before it starts.
 * Source: api.md section 7.
 */
export async function replaceEvents({ database }: Core, list: readonly NewEvent[]): Promise<void> {
  InvalidInput.refuseAny(list.flatMap((event, at) => problemsOf(event, at, list)))
  await database.transaction(async (tx) => {
    await tx.deleteFrom('events').execute()
    if (list.length > 0)
      await tx
        .insertInto('events')
        .values([...list])
        .execute()
  })
}

function problemsOf(
  { id, registrationStartDate: start, registrationEndDate: end }: NewEvent,
  at: number,
  list: readonly NewEvent[],
): InputProblem[] {
  const problems: InputProblem[] = []
  if (list.findIndex((event) => event.id === id) < at) {
    problems.push({ place: `[${at}].id`, problem: 'stands there twice' })
  }
  if (end < start) {
    const problem = 'must not be before registrationStartDate'
    problems.push({ place: `[${at}].registrationEndDate`, problem })
  }
  return problems
}
