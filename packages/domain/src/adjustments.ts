/** Why operators adjust a balance. Source: requirements ADJ-001. */
export const ADJUSTMENT_KINDS = ['dispute', 'goodwill', 'mistake', 'recovery', 'other'] as const

/** A kind of adjustment. */
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number]

/** The kind of the transfer of an adjustment. Source: D-165. */
export const ADJUSTMENT = 'ADJUSTMENT'
