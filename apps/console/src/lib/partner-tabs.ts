/** The tabs of the page of a partner, in their order. */
export const PARTNER_TABS = [
  'overview',
  'bonuses',
  'ledger',
  'payouts',
  'orders',
  'security',
  'audit',
] as const
export type PartnerTab = (typeof PARTNER_TABS)[number]
