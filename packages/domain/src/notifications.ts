/** Every kind of mail that a partner may want or not. Source: requirements NOT-004. */
export const NOTIFICATION_KEYS = [
  'invoices',
  'newsletters',
  'accountActivity',
  'personalPurchase',
  'rankIncrease',
  'creditingMoney',
  'clubAchievement',
  'partnersIncrease',
  'partnersPurchase',
  'partnersRankChange',
  'startBonus',
  'turboBonus',
  'diamondBonus',
  'newCommission',
  'dailyIncome',
  'statusPerMonth',
] as const
export type NotificationKey = (typeof NOTIFICATION_KEYS)[number]

/** Mails that are always sent: an invoice, and the end of the own activity. */
const ALWAYS_ON: readonly NotificationKey[] = ['invoices', 'accountActivity']

/** Mails that are sent only to partners who have asked for them. */
const OFF_AT_FIRST: readonly NotificationKey[] = ['newsletters', 'dailyIncome']

/** Whether a partner cannot switch these mails off. Source: requirements NOT-005. */
export const isAlwaysOn = (key: NotificationKey): boolean => ALWAYS_ON.includes(key)

/** Whether a partner who has chosen nothing gets these mails. */
export const isOnAtFirst = (key: NotificationKey): boolean => !OFF_AT_FIRST.includes(key)
