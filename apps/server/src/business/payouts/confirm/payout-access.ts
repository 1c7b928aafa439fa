import { allowedTwoFaMethods, type PayoutTwoFaMethod, Refusal } from '@partner-office/domain'

/** Settings that decide who may pay out. */
export type AccessSettings = Readonly<
  Record<'permissionsPayout' | 'permissionsPayoutTwoFa', string>
>

/**
 * The two-factor methods that payouts allow.
 *
 * Refuses: `access_denied`, when payouts are switched off or no method is configured.
 * Source: ACC-008, ACC-009; decisions D-085.
 */
export function requirePayoutAccess({
  permissionsPayout,
  permissionsPayoutTwoFa,
}: AccessSettings): PayoutTwoFaMethod[] {
  const methods = allowedTwoFaMethods(permissionsPayoutTwoFa)
  if (permissionsPayout !== 'TRUE' || methods.length === 0) throw new Refusal('access_denied')
  return methods
}
