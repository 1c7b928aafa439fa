import * as contracts from '@partner-office/contracts'
import type { Contract, DocumentedService } from '@partner-office/contracts'

const {
  BUSINESS_CALLS,
  EXCHANGE_CALLS,
  getConfig,
  getMetrics,
  HEALTH_CALLS,
  OAUTH_CALLS,
  OPERATOR_CALLS,
  PASSPORT_CALLS,
} = contracts

/** The calls of each service, as they are described. */
export const DESCRIBED_CALLS: Readonly<Record<DocumentedService, readonly Contract[]>> = {
  office: [getConfig, ...BUSINESS_CALLS, ...EXCHANGE_CALLS, ...HEALTH_CALLS],
  passport: [getConfig, ...PASSPORT_CALLS, ...OAUTH_CALLS, ...HEALTH_CALLS],
  operators: [...OPERATOR_CALLS, getMetrics, ...HEALTH_CALLS],
}

const NAMES = new Map<unknown, string>(
  Object.entries(contracts).map(([name, exported]) => [exported, name]),
)

/** What a contract is called in the code. */
export const callName = (contract: Contract): string => NAMES.get(contract)!
