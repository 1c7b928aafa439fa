import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Day, DecimalText } from '../primitives.ts'

/** Balances of the caller's accounts, by account name. Units: the account's own currency. Source: ENT-010; DSH-003. */
export const getBalances = {
  method: 'GET',
  path: '/v1/balances',
  auth: 'bearer',
  query: z.object({
    balances: z
      .string()
      .max(1_024)
      .transform((names) => names.split(',').map((name) => name.trim())),
  }),
  reply: z.record(z.string(), DecimalText),
  refusals: ['wallet_not_found'],
} as const satisfies Contract

/** All transfers of one of the caller's accounts, with the balance after each, as CSV. Source: EXP-001. */
export const getLedgerExport = {
  method: 'GET',
  path: '/v1/ledger/export',
  auth: 'bearer',
  query: z.object({
    account: z.string().min(1).max(64),
    dateFrom: Day.optional(),
    dateTo: Day.optional(),
  }),
  file: 'text/csv',
  refusals: ['wallet_not_found'],
} as const satisfies Contract
