import type { Contract } from '../contract.ts'
import { WHICH_DISCLOSURE } from './disclosures.ts'

/** A disclosure as the file that is signed. Refuses: `not_found` (404). Source: DIS-007. */
export const getDisclosureData = {
  method: 'GET',
  path: '/v1/disclosures/:month/data',
  auth: 'none',
  ...WHICH_DISCLOSURE,
  file: 'application/json',
  refusals: [],
} as const satisfies Contract

/** The same numbers as a table with a signature of its own. Refuses: as `getDisclosureData`. */
export const getDisclosureTable = {
  method: 'GET',
  path: '/v1/disclosures/:month/table',
  auth: 'none',
  ...WHICH_DISCLOSURE,
  file: 'text/csv',
  refusals: [],
} as const satisfies Contract
