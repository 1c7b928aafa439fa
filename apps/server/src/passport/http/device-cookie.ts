import { postLogin } from '@partner-office/contracts'

const KEPT_SECONDS = 365 * 86_400

/**
 * The cookie that a browser is known by: no script reads it, no other site's form sends it, and it authorises nothing.
 *
 * Hosts share their cookies among their ports: it goes to signing in and nowhere else, so the back office never sees it.
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
