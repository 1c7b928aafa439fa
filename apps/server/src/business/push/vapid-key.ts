import { createECDH } from 'node:crypto'

import type { Core } from '../../core/core.ts'

/** The key by which push services know this installation. */
export type VapidKey = { readonly publicKey: string; readonly privateKey: string }

/**
 * The installation's own key of RFC 8292, made at its first use and exported by `keys export`. A secret is a private key as it
 * is: fewer than one of 2^32 is no number of the curve, which throws.
 *
 * Source: PWA-007.
 */
export async function vapidKey({ secret }: Pick<Core, 'secret'>): Promise<VapidKey> {
  const privateKey = await secret('push-key')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  }
}
