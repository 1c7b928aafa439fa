import type { Verification } from '@partner-office/contracts'
import type { DocumentField } from '@partner-office/domain'
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
  type Typed = Partial<Record<DocumentField, string>>
  const [typed, setTyped, forget] = useSessionDraft<Typed>(
    `document-${accountId}-${documentType}`,
    {},
  )
  return {
    isKept: Object.values(typed).some((text) => text !== ''),
    textOf: (field, sent) => typed[field] ?? sent[field]?.value ?? '',
    keep: (field, text) => setTyped({ ...typed, [field]: text }),
    forget,
  }
}
