import type { LinkedStatement } from './statement-links.ts'

/** The name of a downloaded statement. */
export const statementFileName = (
  { period, currency }: Pick<LinkedStatement, 'period' | 'currency'>,
  type: 'pdf' | 'json',
): string => `statement-${period}-${currency}.${type}`
