/** The tabs of the page of a partner, in their order. */
export const PARTNER_TABS = [
  'overview',
  'past',
  'changes',
  'bonuses',
  'ledger',
  'payouts',
  'orders',
  'security',
  'notes',
  'audit',
] as const
export type PartnerTab = (typeof PARTNER_TABS)[number]
