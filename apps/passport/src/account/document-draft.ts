import type { Verification } from '@partner-office/contracts'
import { type DocumentField, FIELDS_OF_DOCUMENT } from '@partner-office/domain'
import { useSessionDraft } from '@partner-office/web'

type Facts = Verification['fields']

/** What was typed for a document and not sent yet. It survives a reload and a session that ended; files do not. */
export type DocumentDraft = {
  readonly isKept: boolean
  /** The text to begin with: what was typed, else what was sent before. */
  readonly textOf: (field: DocumentField, sent: Facts) => string
  readonly keep: (field: DocumentField, text: string) => void
  readonly forget: () => void
}

/** The draft of one document of one account. */
export function useDocumentDraft(
  accountId: number,
  documentType: Verification['documentType'],
): DocumentDraft {
  const empty = Object.fromEntries(FIELDS_OF_DOCUMENT[documentType].map((field) => [field, '']))
  const [typed, setTyped, forget] = useSessionDraft(
    `document-${accountId}-${documentType}`,
    empty as Partial<Record<DocumentField, string>>,
  )
  return {
    isKept: Object.values(typed).some((text) => text !== ''),
    textOf: (field, sent) => typed[field] ?? sent[field]?.value ?? '',
    keep: (field, text) => setTyped({ ...typed, [field]: text }),
    forget,
  }
}
