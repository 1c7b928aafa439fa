import { Refusal } from '@partner-office/domain'

import type { Passport } from '../passport.ts'
import { hashOf, isSame } from '../../proofs/secret-token.ts'

/** The credentials of the browser's client. */
export type OauthClient = { readonly id: string; readonly secret: string }

/** The only OAuth client. It is public: its secret proves nothing, so it is derived. Source: decisions D-021. */
export function publicClient(product: string): OauthClient {
  const id = `${product}-office`
  return { id, secret: hashOf(`public client ${id}`).toString('base64url') }
}

/**
 * Requires the credentials of the known client.
 *
 * Refuses: `invalid_client`, without a `www-authenticate` header, since a browser would then show a login dialog.
 * Source: RFC 6749 section 2.3.1.
 */
export async function requireClient(
  { business }: Passport,
  authorization: string | undefined,
): Promise<OauthClient> {
  const client = publicClient(await business.setting('product'))
  const [, encoded = ''] = /^basic ([A-Za-z0-9+/=]{1,512})$/i.exec(authorization ?? '') ?? []
  const given = Buffer.from(encoded, 'base64').toString('utf8')
  if (!isSame(given, `${client.id}:${client.secret}`)) throw new Refusal('invalid_client')
  return client
}
