import { DEFAULT_PLAN_DOCUMENT } from '@partner-office/domain'

/** The percentages that hold from an instant on, the nearest level first. */
export type UnilevelTable = {
  readonly validFrom: number
  readonly levels: readonly UnilevelLevel[]
}

/** What a level pays. Units: `percent` of the order; depths count lines below the partner. */
export type UnilevelLevel = {
  readonly label: string
  readonly percent: string
  readonly depthFrom: number
  readonly depthTo: number
}

const { unilevel } = DEFAULT_PLAN_DOCUMENT

/** Every table there is, the oldest first. Source: decisions B2. */
export const UNILEVEL_TABLES: readonly UnilevelTable[] = [
  ...new Set(unilevel.map(({ validFrom }) => validFrom)),
].map((validFrom) => ({
  validFrom,
  levels: unilevel.filter((row) => row.validFrom === validFrom),
}))

/** The table in force at an instant. Source: requirements BON-017, BON-019; decisions D-052. */
export const unilevelAt = (at: number): UnilevelTable =>
  UNILEVEL_TABLES.findLast(({ validFrom }) => validFrom <= at)!
