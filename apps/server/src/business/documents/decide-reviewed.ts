import type { Core } from '../../core/core.ts'
import { decideDocument } from '../../passport/accounts/reviewed-documents.ts'

/** What an operator decides on a document of the version that was on the page. `reason`: for the partner, of a rejection. */
export type Review = Parameters<typeof decideDocument>[2]

/** Decides on a document as the operator saw it. Refuses: `changed_meanwhile`; `validation_error`. Source: requirements DOC-003. */
export const decideReviewed = (core: Core, id: number, review: Review): Promise<void> =>
  decideDocument(core, id, review)
