import { postLogin } from '@partner-office/contracts'

const KEPT_SECONDS = 365 * 86_400

/**
 * The cookie that identifies a browser. No script reads it, no other site's form sends it, and it authorizes nothing.
 *
 * All ports of a host share its cookies. The path limits this one to sign-in, so the back office never receives it.
 */
export function deviceCookie(origin: string): {
  readonly read: (header: string | undefined) => string | null
  readonly text: (token: string) => string
} {
  const isSecure = origin.startsWith('https:')
  const name = isSecure ? '__Secure-passport-device' : 'passport-device'
  const pattern = new RegExp(`(?:^|; ?)${name}=([A-Za-z0-9_-]{43})(?:;|$)`)
  const attributes = `Path=${postLogin.path}; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    read: (header = '') => pattern.exec(header)?.[1] ?? null,
    text: (token) => `${name}=${token}; ${attributes}`,
  }
}
