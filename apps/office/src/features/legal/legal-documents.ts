import type { Config } from '../../lib/config.ts'

/** One of the papers a partner accepts. */
export type LegalDocument = { readonly name: string; readonly file: string }

/** The eight papers, as the operators name them. Source: requirements LEG-001; decisions D-028. */
export const legalDocuments = (config: Config): readonly LegalDocument[] =>
  JSON.parse(config.property('legalDocuments')) as LegalDocument[]

/** The text of a paper's name; operators may name papers that have none. */
export const legalNameKey = (name: string) => `legal.documents.${name}` as 'legal.documents.terms'
