import type { Contract } from '../contract.ts'

/** Everything that is no call: a page, one of its files, a translation, a document. */
export const getPage = {
  method: 'GET',
  path: '/*',
  auth: 'none',
  refusals: [],
} as const satisfies Contract

/** The same for the console: a page, or a file of its build. */
export const getConsolePage = {
  method: 'GET',
  path: '/console/*',
  auth: 'none',
  refusals: [],
} as const satisfies Contract
