import type { Config } from '../../lib/configuration/config.ts'

/** A document that partners accept. */
export type LegalDocument = { readonly name: string; readonly file: string }

/** The legal documents of the configuration, eight by default. Source: requirements LEG-001; decisions D-028. */
export const legalDocuments = (config: Config): readonly LegalDocument[] =>
  JSON.parse(config.property('legalDocuments')) as LegalDocument[]

/** Text key of a document's name. It may have no text: operators can add documents. */
export const legalNameKey = (name: string) => `legal.documents.${name}` as 'legal.documents.terms'
