import { postLogin } from '@partner-office/contracts'

const DEVICE_SECONDS = 365 * 86_400
const PASSKEY_SECONDS = 10 * 60

/** A cookie of the passport: how it is read from a request, and the text that sets it. */
type BrowserCookie = {
  readonly read: (header: string | undefined) => string | null
  readonly text: (token: string) => string
}

/** The cookie that identifies a browser. It authorizes nothing. */
export const deviceCookie = (origin: string): BrowserCookie =>
  cookieOf(origin, 'passport-device', DEVICE_SECONDS)

/** The cookie of a browser that asks for a passkey: only this browser can answer the challenge. */
export const passkeyCookie = (origin: string): BrowserCookie =>
  cookieOf(origin, 'passport-passkey', PASSKEY_SECONDS)

/**
 * A cookie that no script reads and no other site's form sends.
 *
 * All ports of a host share its cookies. The path limits this one to sign-in, so the back office never receives it.
 */
function cookieOf(origin: string, plainName: string, keptSeconds: number): BrowserCookie {
  const isSecure = origin.startsWith('https:')
  const name = isSecure ? `__Secure-${plainName}` : plainName
  const pattern = new RegExp(`(?:^|; ?)${name}=([A-Za-z0-9_-]{43})(?:;|$)`)
  const attributes = `Path=${postLogin.path}; Max-Age=${keptSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    read: (header = '') => pattern.exec(header)?.[1] ?? null,
    text: (token) => `${name}=${token}; ${attributes}`,
  }
}
