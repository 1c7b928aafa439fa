import { createHash } from 'node:crypto'

/** Identifies the stored values of a form: a page that was opened with other values is outdated. */
export const valuesVersion = (values: readonly (string | boolean)[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)
