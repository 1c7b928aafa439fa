import { COOKIE_SECONDS } from '../sign-in/sessions.ts'

/**
 * The cookie of an operator's session. On https no other host and no script reaches it; on http of the own machine its path
 * keeps it from the partners' ports, because browsers do not separate cookies by port.
 *
 * Source: requirements OPR-008.
 */
export function consoleCookie(origin: string, product: string) {
  const isSecure = origin.startsWith('https:')
  const name = isSecure ? `__Host-${product}_operator` : `${product}_operator`
  const place = isSecure ? 'Path=/; Secure' : 'Path=/console'
  const attributes = `${place}; HttpOnly; SameSite=Strict`
  return {
    /** The one token in a header; null without one, or with several. */
    read: (header = ''): string | null => {
      const values = header
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1))
      const [value = ''] = values
      return values.length === 1 && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null
    },
    /** The header that sets a token; null deletes the cookie. */
    text: (token: string | null): string =>
      `${name}=${token ?? ''}; Max-Age=${token === null ? 0 : COOKIE_SECONDS}; ${attributes}`,
  }
}
