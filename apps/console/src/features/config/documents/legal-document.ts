import type { CallReply, getConsoleLegals } from '@partner-office/contracts'

/** The documents that partners accept, with the version of the list. */
export type Documents = CallReply<typeof getConsoleLegals>

/** A legal document with its file in each language. */
export type LegalDocument = Documents['content'][number]
