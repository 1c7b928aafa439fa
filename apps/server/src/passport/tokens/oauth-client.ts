import { Refusal } from '@partner-office/domain'

import type { Passport } from '../passport.ts'
import { hashOf, isSame } from './secret-token.ts'

/** The credentials of the browser's client. */
export type OauthClient = { readonly id: string; readonly secret: string }

/** The one client there is; it is public, so its secret proves nothing and may be derived. Source: decisions D-021. */
export function publicClient(product: string): OauthClient {
  const id = `${product}-office`
  return { id, secret: hashOf(`public client ${id}`).toString('base64url') }
}

/**
 * Let only the known client go on.
 *
 * Refuses: `invalid_client`. The answer does not ask for Basic credentials: a browser would put that question to the
 * partner.
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
