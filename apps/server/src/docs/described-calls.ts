import * as contracts from '@partner-office/contracts'
import type { Contract, DocumentedService } from '@partner-office/contracts'

const {
  BLOG_CALLS,
  BUSINESS_CALLS,
  EXCHANGE_CALLS,
  getConfig,
  getMetrics,
  HEALTH_CALLS,
  OAUTH_CALLS,
  OPERATOR_CALLS,
  PASSPORT_CALLS,
} = contracts

/** The documented calls of each service. */
export const DESCRIBED_CALLS: Readonly<Record<DocumentedService, readonly Contract[]>> = {
  office: [getConfig, ...BUSINESS_CALLS, ...EXCHANGE_CALLS, ...BLOG_CALLS, ...HEALTH_CALLS],
  passport: [getConfig, ...PASSPORT_CALLS, ...OAUTH_CALLS, ...HEALTH_CALLS],
  operators: [...OPERATOR_CALLS, getMetrics, ...HEALTH_CALLS],
}

const NAMES = new Map<unknown, string>(
  Object.entries(contracts).map(([name, exported]) => [exported, name]),
)

/** Name of a contract in the code. */
export const callName = (contract: Contract): string => NAMES.get(contract)!
