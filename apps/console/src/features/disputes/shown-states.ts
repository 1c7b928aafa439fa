import { DISPUTE_STATES } from '@partner-office/domain'

/** States that the list can be filtered by: groups, then single ones. */
export const SHOWN_STATES = ['open', 'late', 'answered', 'inTime', ...DISPUTE_STATES] as const
