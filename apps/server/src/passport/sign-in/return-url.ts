const CATCH = /^\/([a-z]{2,3}(-[A-Za-z0-9]{2,8})*\/)?catch$/

/**
 * Whether sign-in may lead there: to the page of the back office that takes tokens, written plainly, without one yet.
 *
 * Browsers read backslashes, control characters and spaces in ways of their own, so an address with any is refused
 * before anybody reads it.
 *
 * Source: decisions D-003, D-005, D-140.
 */
export function isReturnUrl(backUrl: string, origin: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(backUrl) || backUrl.includes('\\')) return false
  if (!backUrl.startsWith(`${origin}/`) || !URL.canParse(backUrl)) return false
  const url = new URL(backUrl)
  return url.origin === origin && CATCH.test(url.pathname) && !url.searchParams.has('token')
}

/** The address with the token in its query. Source: decisions D-005. */
export function withToken(backUrl: string, token: string): string {
  const [address = '', ...fragment] = backUrl.split('#')
  const separator = address.includes('?') ? '&' : '?'
  return [`${address}${separator}token=${token}`, ...fragment].join('#')
}
