import { type ListedDraft, type PlanDraft, planDocumentIn } from '@partner-office/contracts'
import { planWarnings, readPlan } from '@partner-office/domain'

import { draftById, sha256Of, type StoredDraft, storedDrafts } from '../../business/plans/drafts.ts'
import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'

/** All drafts, those that were saved last first. Source: requirements PLN-004. */
export async function listDrafts(core: Core): Promise<ListedDraft[]> {
  const { read } = core.database
  const open = await openProposals(core, read)
  const drafts = await storedDrafts(read)
  return drafts.map((draft) => {
    const listed = listedOf(draft, open)
    const checked = readPlan(planDocumentIn(draft.document))
    return { ...listed, problems: 'problems' in checked ? checked.problems.length : 0 }
  })
}

/** One draft with its bytes, problems and warnings. Refuses: `not_found`. */
export async function readDraft(core: Core, id: number): Promise<PlanDraft> {
  const { read } = core.database
  const draft = await draftById(read, id)
  const checked = readPlan(planDocumentIn(draft.document))
  const problems = 'problems' in checked ? checked.problems : []
  return {
    ...listedOf(draft, await openProposals(core, read)),
    text: draft.document,
    problems: problems.map(({ place, problem: text }) => ({ place, text })),
    warnings: 'plan' in checked ? planWarnings(checked.plan, core.clock()) : [],
  }
}

type Open = ReadonlyMap<number, number>

/** The open proposals to load drafts, by the id of the draft. */
async function openProposals(core: Core, db: Db): Promise<Open> {
  const open = await db
    .selectFrom('console.proposals')
    .select(['id', 'object'])
    .where('kind', '=', 'plan')
    .where('state', '=', 'OPEN')
    .where('expiresAt', '>', core.clock())
    .orderBy('id')
    .execute()
  return new Map(open.map(({ id, object }) => [Number(object), id]))
}

function listedOf(draft: StoredDraft, open: Open): Omit<ListedDraft, 'problems'> {
  const { id, name, author, fromVersion, version, createdAt, updatedAt } = draft
  return {
    id,
    name,
    author,
    fromVersion,
    version,
    createdAt,
    updatedAt,
    updatedBy: draft.updatedByEmail,
    sha256: sha256Of(draft.document),
    proposal: open.get(id) ?? null,
  }
}
