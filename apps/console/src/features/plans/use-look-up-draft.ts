import { getPlanDraft, getPlanDrafts, type PlanDraft } from '@partner-office/contracts'

import { useConsole, useSignedIn } from '../../lib/console.ts'

/** An answer that was lost is looked up among the drafts for this long. */
const RECENT_MS = 60_000

/** Finds the draft of a name that the operator has just begun; null without one. */
export function useLookUpDraft(): (name: string) => Promise<PlanDraft | null> {
  const { api } = useConsole()
  const { operator } = useSignedIn()
  return async (name) => {
    const { content } = await api.call(getPlanDrafts)
    const found = content.find(
      (draft) =>
        draft.name === name.trim() &&
        draft.author === operator.email &&
        draft.version === 1 &&
        draft.createdAt > Date.now() - RECENT_MS,
    )
    if (found === undefined) return null
    return api.call(getPlanDraft, { params: { id: String(found.id) } })
  }
}
