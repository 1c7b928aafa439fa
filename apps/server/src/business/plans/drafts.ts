import { Refusal } from '@partner-office/domain'

import type { Db } from '../../db/database.ts'

/** A draft as it is stored. `document` is its JSON, byte for byte; `version` counts its saves. */
export type StoredDraft = Awaited<ReturnType<typeof draftById>>

/** The columns of a draft, with the addresses of its operators. */
const draftsOf = (db: Db) =>
  db
    .selectFrom('console.planDrafts as d')
    .innerJoin('console.operators as a', 'a.id', 'd.authorId')
    .innerJoin('console.operators as u', 'u.id', 'd.updatedBy')
    .selectAll('d')
    .select(['a.email as author', 'u.email as updatedByEmail'])

/** One draft. Refuses: `not_found`. */
export async function draftById(db: Db, id: number) {
  const draft = await draftsOf(db).where('d.id', '=', id).executeTakeFirst()
  if (draft === undefined) throw new Refusal('not_found')
  return draft
}
