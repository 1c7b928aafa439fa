import {
  postProposal,
  postProposalApprove,
  type ProposalKind,
  type Role,
} from '@partner-office/contracts'

const isNotPlan = (role: Role): boolean => role !== 'plan'

/** The roles that propose what is not a plan. */
export const PROPOSING: readonly Role[] = postProposal.roles.filter(isNotPlan)

/** The roles that decide about a kind of proposals. Source: console.md section 2. */
export const decidingRoles = (kind: ProposalKind): readonly Role[] =>
  kind === 'plan' || kind === 'plan_withdraw'
    ? (['finance', 'plan'] as const)
    : postProposalApprove.roles.filter(isNotPlan)
