/** The parts of the editor of a plan. */
export const PLAN_TABS = ['ranks', 'programmes', 'rules', 'file'] as const
export type PlanTab = (typeof PLAN_TABS)[number]
