/** Pages of the office that lead to what they miss on an account page of the passport, which leads back to them. */
export const BACK_PAGES = ['payout', 'transactions/reports'] as const

export type BackPage = (typeof BACK_PAGES)[number]
