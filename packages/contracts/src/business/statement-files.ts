import { z } from 'zod'

import type { Contract } from '../contract.ts'

const Signature = z.object({ signature: z.string().max(256) })

/** The PDF file behind a signed address. Refuses: `not_found` (404), once the address is 10 minutes old. */
export const getReportFile = {
  method: 'GET',
  path: '/v1/report/file/:signature',
  auth: 'none',
  params: Signature,
  file: 'application/pdf',
  refusals: [],
} as const satisfies Contract

/** The same statement as data. Refuses: as `getReportFile`. */
export const getReportData = {
  method: 'GET',
  path: '/v1/report/data/:signature',
  auth: 'none',
  params: Signature,
  file: 'application/json',
  refusals: [],
} as const satisfies Contract
