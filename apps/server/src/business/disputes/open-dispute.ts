import type { CallInput, NamedThing, postDispute } from '@partner-office/contracts'
import { DAY_MS, DISPUTES_A_DAY, Refusal, SHORTEST_DISPUTE_TEXT } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { requireFewIn } from '../../input/few-in-window.ts'
import { readSetting } from '../settings/read-settings.ts'
import { lockPartner } from '../partners/lock-partner.ts'
import type { DisputeSources } from './dispute-sources.ts'
import { type ExplainedThing, explainThing } from './explain-thing.ts'
import { fingerprintOf } from './fingerprint.ts'
import { meantThing, nameOfThing } from './meant-thing.ts'
import { writeEntry } from './write-entry.ts'

/**
 * Opens a dispute of a partner, with the explanation that the partner sees now.
 *
 * Refuses: `required`; `validation_error`; `not_found`; `too_late`; `not_unique`; `too_many_requests`; `data_not_ready`.
 * Source: D-170; requirements DSP-001 to DSP-003, DSP-008.
 */
export async function openDispute(
  sources: DisputeSources,
  partnerId: number,
  asked: CallInput<typeof postDispute>['body'],
): Promise<{ readonly id: number }> {
  const { core } = sources
  const { text, ...thing } = asked
  requireText(text, SHORTEST_DISPUTE_TEXT)
  const prepared = await prepareDispute(sources, partnerId, thing)
  return core.database.transaction(async (tx) => {
    // Disputes of one partner are counted one after the other.
    await lockPartner(tx, partnerId)
    return { id: await storeDispute(core, tx, prepared, { text, isLimited: true }) }
  })
}

/** A dispute before it is stored: what it is about, and what its partner sees of it. */
export type PreparedDispute = {
  readonly partnerId: number
  readonly thing: string
  readonly explained: ExplainedThing
}

/**
 * Explains what a dispute will be about. It runs before the transaction: in it, a read of the embedded database would wait for its own
 * transaction.
 *
 * Refuses: `validation_error`; `not_found`; `data_not_ready`.
 */
export async function prepareDispute(
  sources: DisputeSources,
  partnerId: number,
  asked: NamedThing,
): Promise<PreparedDispute> {
  const thing = meantThing(asked)
  const explained = await explainThing(sources, partnerId, thing)
  return { partnerId, thing: nameOfThing(thing), explained }
}

/**
 * Stores a dispute with what its partner has written. The caller has locked the partner. `isLimited`: it counts for the daily limit.
 *
 * Refuses: `required`; `too_late`; `not_unique`; `too_many_requests`.
 */
export async function storeDispute(
  core: Core,
  tx: Tx,
  { explained, ...named }: PreparedDispute,
  { text, isLimited }: { readonly text: string; readonly isLimited: boolean },
): Promise<number> {
  requireText(text)
  await requireInTime(core, tx, explained.since)
  await requireNoOther(tx, named)
  if (isLimited) await requireFew(core, tx, named.partnerId)
  const id = await store(core, tx, named, explained)
  await writeEntry(core, tx, id, { kind: 'opened', text })
  return id
}

/** Refuses: `required`; `validation_error`, for a text that is too short. */
export function requireText(text: string, shortest = 1): void {
  if (text === '') throw new Refusal('required', { field: 'text' })
  if ([...text].length >= shortest) return
  const reason = `it has fewer than ${shortest} characters`
  throw new Refusal('validation_error', { field: 'text', reason })
}

/** Refuses: `too_late`, with the last instant. */
async function requireInTime({ clock }: Core, tx: Tx, since: number): Promise<void> {
  const last = since + Number(await readSetting(tx, 'disputeWindowDays')) * DAY_MS
  if (clock() > last) throw new Refusal('too_late', { reason: new Date(last).toISOString() })
}

type Named = { readonly partnerId: number; readonly thing: string }

/** Refuses: `not_unique`, with the number of the open dispute. */
export async function requireNoOther(tx: Tx, { partnerId, thing }: Named): Promise<void> {
  const other = await tx
    .selectFrom('console.disputes')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('thing', '=', thing)
    .where('state', 'in', ['OPEN', 'QUESTION'])
    .executeTakeFirst()
  if (other !== undefined) throw new Refusal('not_unique', { reason: String(other.id) })
}

async function requireFew({ clock }: Core, tx: Tx, partnerId: number): Promise<void> {
  const now = clock()
  const latest = await tx
    .selectFrom('console.disputes')
    .select('openedAt')
    .where('partnerId', '=', partnerId)
    .where('openedAt', '>', now - DAY_MS)
    .orderBy('openedAt', 'desc')
    .limit(DISPUTES_A_DAY)
    .execute()
  const instants = latest.map(({ openedAt }) => openedAt)
  requireFewIn(instants, { limit: DISPUTES_A_DAY, windowMs: DAY_MS, now })
}

async function store(
  core: Core,
  tx: Tx,
  named: Named,
  { explanation, since: _since, ...facts }: ExplainedThing,
): Promise<number> {
  const now = core.clock()
  const { id } = await tx
    .insertInto('console.disputes')
    .values({
      ...named,
      ...facts,
      fingerprint: fingerprintOf(explanation),
      openedAt: now,
      dueAt: await deadlineAt(tx, now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const content = JSON.stringify(explanation)
  await tx.insertInto('console.disputeExplanations').values({ disputeId: id, content }).execute()
  return id
}

/** Until when operators answer what is opened now. Source: requirements DSP-008. */
export async function deadlineAt(tx: Tx, now: number): Promise<number> {
  return now + Number(await readSetting(tx, 'disputeAnswerDays')) * DAY_MS
}
