/** The methods that a payout's code can come from. Source: ACC-011. */
export const PAYOUT_TWO_FA_METHODS = ['TELEGRAM', 'GOOGLE_AUTHENTICATOR'] as const

export type PayoutTwoFaMethod = (typeof PAYOUT_TWO_FA_METHODS)[number]

const isMethod = (word: string): word is PayoutTwoFaMethod =>
  (PAYOUT_TWO_FA_METHODS as readonly string[]).includes(word)

/**
 * The methods that a configuration allows, in its order; without the property, both. Unknown words count as no method.
 *
 * Source: ACC-010, ACC-011; decisions D-085.
 */
export function allowedTwoFaMethods(property: string | undefined): PayoutTwoFaMethod[] {
  if (property === undefined) return [...PAYOUT_TWO_FA_METHODS]
  return property.replaceAll(/\s/g, '').toUpperCase().split(',').filter(isMethod)
}

/** The first allowed method that the partner has; null for none. Source: ACC-012; decisions D-086. */
export function payoutTwoFaMethod(
  allowed: readonly PayoutTwoFaMethod[],
  own: readonly string[],
): PayoutTwoFaMethod | null {
  return allowed.find((method) => own.includes(method)) ?? null
}
