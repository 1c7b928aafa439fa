import {
  PLAN_ROLES,
  postProposal,
  postProposalApprove,
  type ProposalKind,
  type Role,
} from '@partner-office/contracts'

const isNotPlan = (role: Role): boolean => role !== 'plan'

/** The roles that propose what is not a plan. */
export const PROPOSING: readonly Role[] = postProposal.roles.filter(isNotPlan)

/** The roles that propose adjustments: support proposes, finance decides. */
export const ADJUSTING_ROLES: readonly Role[] = postProposal.roles.filter(
  (role) => role === 'support' || role === 'finance',
)

const isPlan = (kind: ProposalKind): boolean => kind === 'plan' || kind === 'plan_withdraw'

/** The roles that may propose a kind. */
export const proposingRoles = (kind: ProposalKind): readonly Role[] =>
  isPlan(kind) ? PLAN_ROLES : PROPOSING

/** The roles that decide about a kind of proposals. Source: console.md section 2. */
export const decidingRoles = (kind: ProposalKind): readonly Role[] =>
  isPlan(kind) ? (['finance', 'plan'] as const) : postProposalApprove.roles.filter(isNotPlan)
