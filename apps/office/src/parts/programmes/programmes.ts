import {
  type BonusRecord,
  getBsp,
  getBspRequirements,
  getCycledTurbo,
  getCycledTurboRequirements,
  getDiamond,
  getDiamondPools,
  getDiamondPoolsRequirements,
  getDiamondRequirements,
  getWinner,
  getWinnerRequirements,
  type Requirement,
  type TurboRecord,
} from '@partner-office/contracts'
import type { BonusType } from '@partner-office/domain'
import type { Api } from '@partner-office/web'

/** A row of a programme; rows of pools have the number of the pool. */
export type ProgrammeRow = Requirement & { readonly pool?: number }

/** Request options of a programme. Units: epoch milliseconds; undefined means now. */
export type Asking = { readonly at: number | undefined; readonly signal: AbortSignal }

/** A programme with a page of its own. Source: decisions D-057. */
export type Programme<Of extends BonusRecord = BonusRecord> = {
  readonly kind: BonusType
  readonly record: (api: Api, asking: Asking) => Promise<Of>
  readonly rows: (api: Api, asking: Asking) => Promise<readonly ProgrammeRow[]>
}

const of = (at: number | undefined): string | undefined => at?.toString()

/** Source: requirements XBO-001. */
export const DIAMOND: Programme = {
  kind: 'DIAMOND',
  record: (api, { at, signal }) =>
    api.call('business', getDiamond, { query: { bonusPeriod: of(at) }, signal }),
  rows: (api, { at, signal }) =>
    api.call('business', getDiamondRequirements, { query: { timestamp: of(at) }, signal }),
}

/** Source: requirements XBO-002. */
export const DIAMOND_POOLS: Programme = {
  kind: 'DIAMOND_POOL',
  record: (api, { at, signal }) =>
    api.call('business', getDiamondPools, { query: { poolsStartedAt: of(at) }, signal }),
  rows: (api, { at, signal }) =>
    api.call('business', getDiamondPoolsRequirements, { query: { timestamp: of(at) }, signal }),
}

/** Source: requirements XBO-004. */
export const WINNER: Programme = {
  kind: 'WINNER',
  record: (api, { at, signal }) =>
    api.call('business', getWinner, { query: { bonusPeriod: of(at) }, signal }),
  rows: (api, { at, signal }) =>
    api.call('business', getWinnerRequirements, { query: { timestamp: of(at) }, signal }),
}

/** Source: requirements XBO-007. */
export const BSP: Programme = {
  kind: 'BSP',
  record: (api, { at, signal }) =>
    api.call('business', getBsp, { query: { bonusPeriod: of(at) }, signal }),
  rows: (api, { at, signal }) =>
    api.call('business', getBspRequirements, { query: { timestamp: of(at) }, signal }),
}

/** Programmes with monthly periods. */
export const MONTHLY = { DIAMOND, DIAMOND_POOL: DIAMOND_POOLS, WINNER, BSP } as const

/** Source: requirements XBO-008. */
export const TURBO: Programme<TurboRecord> = {
  kind: 'CYCLED_TURBO',
  record: (api, { at, signal }) =>
    api.call('business', getCycledTurbo, { query: { bonusPeriod: of(at) }, signal }),
  rows: (api, { at, signal }) =>
    api.call('business', getCycledTurboRequirements, { query: { timestamp: of(at) }, signal }),
}
