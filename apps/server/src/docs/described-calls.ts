import {
  type Area,
  callsOf,
  CONFIG,
  type Contract,
  type DocumentedService,
  HEALTH,
  METRICS,
  OFFICE,
  OPERATORS,
  PASSPORT,
} from '@partner-office/contracts'

const AREAS: Readonly<Record<DocumentedService, readonly Area[]>> = {
  office: [CONFIG, ...Object.values(OFFICE), HEALTH],
  passport: [CONFIG, ...Object.values(PASSPORT), HEALTH],
  operators: [...Object.values(OPERATORS), METRICS, HEALTH],
}

const NAMES = new Map(
  Object.values(AREAS)
    .flat()
    .flatMap((area) => Object.entries(area).map(([name, contract]) => [contract, name] as const)),
)

/** The documented calls of a service. */
export const describedCalls = (service: DocumentedService): readonly Contract[] =>
  callsOf(...AREAS[service])

/** Name of a contract in the code. */
export const callName = (contract: Contract): string => NAMES.get(contract)!
