import { createHash } from 'node:crypto'

import {
  type CallInput,
  planDocumentIn,
  type postPlanDraft,
  type putPlanDraft,
} from '@partner-office/contracts'
import {
  comparePlans,
  draftText,
  emptyOf,
  planShape,
  readPlan,
  Refusal,
} from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { InvalidInput } from '../../input/invalid-input.ts'
import { versionText } from './versions.ts'

/** The columns of drafts, with the addresses of their operators. */
const draftsIn = (db: Db) =>
  db
    .selectFrom('console.planDrafts as d')
    .innerJoin('console.operators as a', 'a.id', 'd.authorId')
    .innerJoin('console.operators as u', 'u.id', 'd.updatedBy')
    .selectAll('d')
    .select(['a.email as author', 'u.email as updatedByEmail'])

/** A draft as it is stored. `document` is its JSON, byte for byte; `version` counts its saves. */
export type StoredDraft = Awaited<ReturnType<typeof draftById>>

/** All drafts, those that were saved last first. */
export const storedDrafts = (db: Db): Promise<StoredDraft[]> =>
  draftsIn(db).orderBy('d.updatedAt', 'desc').orderBy('d.id', 'desc').execute()

/** One draft. Refuses: `not_found`. */
export async function draftById(db: Db, id: number) {
  const draft = await draftsIn(db).where('d.id', '=', id).executeTakeFirst()
  if (draft === undefined) throw new Refusal('not_found')
  return draft
}

/** One draft, held until the transaction ends. Refuses: `not_found`. */
export async function lockDraft(tx: Tx, id: number): Promise<StoredDraft> {
  await tx.selectFrom('console.planDrafts').select('id').where('id', '=', id).forUpdate().execute()
  return draftById(tx, id)
}

/** The SHA-256 of a draft's bytes. */
export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Refuses: `validation_error`, for what is no JSON object, with the words of `plan check`. */
function documentIn(text: string): unknown {
  const document = parsed(text)
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document)
  if (isObject) return document
  const read = readPlan(document)
  throw new InvalidInput('problems' in read ? read.problems : [])
}

function parsed(text: string): unknown {
  try {
    return planDocumentIn(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const reason = `the file is not JSON: ${error.message}`
    throw new Refusal('validation_error', { field: 'text', reason })
  }
}

/** Begins a draft; returns its id. Refuses: `not_found`, for the version; as `documentIn`. Source: requirements PLN-004. */
export async function addDraft(
  core: Core,
  tx: Tx,
  asked: CallInput<typeof postPlanDraft>['body'],
  operatorId: number,
): Promise<number> {
  const now = core.clock()
  const { id } = await tx
    .insertInto('console.planDrafts')
    .values({
      name: asked.name,
      authorId: operatorId,
      document: await beginning(core, tx, asked),
      fromVersion: asked.from === 'version' ? asked.version : null,
      createdAt: now,
      updatedAt: now,
      updatedBy: operatorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function beginning(
  core: Core,
  tx: Tx,
  asked: CallInput<typeof postPlanDraft>['body'],
): Promise<string> {
  if (asked.from === 'version') return versionText(core, tx, asked.version)
  return draftText(asked.from === 'file' ? documentIn(asked.text) : emptyOf(planShape()))
}

/**
 * Saves a draft as the operator saw it.
 *
 * Refuses: `not_found`; `changed_meanwhile`, with each place at which the stored draft differs; as `documentIn`.
 * Source: requirements PLN-009.
 */
export async function saveDraft(
  core: Core,
  tx: Tx,
  id: number,
  { name, version, text }: CallInput<typeof putPlanDraft>['body'],
  operatorId: number,
): Promise<void> {
  const document = draftText(documentIn(text))
  const stored = await lockDraft(tx, id)
  if (stored.version !== version) throw changedMeanwhile(stored.document, document)
  await tx
    .updateTable('console.planDrafts')
    .set({
      name,
      document,
      version: version + 1,
      updatedAt: core.clock(),
      updatedBy: operatorId,
    })
    .where('id', '=', id)
    .execute()
}

function changedMeanwhile(stored: string, sent: string): Refusal {
  const changes = comparePlans(planDocumentIn(stored), planDocumentIn(sent))
  const shown = (value: string | null) => value ?? 'not there'
  return new Refusal(
    'changed_meanwhile',
    {},
    changes.map(({ place, before, after }) => `${place}: ${shown(before)}, not ${shown(after)}`),
  )
}

/** Removes a draft as the operator saw it. Refuses: `not_found`, `changed_meanwhile`. */
export async function removeDraft(tx: Tx, id: number, version: number): Promise<void> {
  const stored = await lockDraft(tx, id)
  if (stored.version !== version) throw new Refusal('changed_meanwhile')
  await tx.deleteFrom('console.planDrafts').where('id', '=', id).execute()
}
