const CATCH = /^\/([a-z]{2,3}(-[A-Za-z0-9]{2,8})*\/)?catch$/

/**
 * Whether sign-in may redirect to a URL: only to the back office's page that takes tokens, without a token in it.
 *
 * Browsers normalize backslashes, control characters and spaces in different ways, so a URL with any of them is refused
 * before it is parsed.
 *
 * Source: decisions D-003, D-005, D-140.
 */
export function isReturnUrl(backUrl: string, origin: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(backUrl) || backUrl.includes('\\')) return false
  if (!backUrl.startsWith(`${origin}/`) || !URL.canParse(backUrl)) return false
  const url = new URL(backUrl)
  return url.origin === origin && CATCH.test(url.pathname) && !url.searchParams.has('token')
}

/** The URL with the token added to its query. Source: decisions D-005. */
export function withToken(backUrl: string, token: string): string {
  const [address = '', ...fragment] = backUrl.split('#')
  const separator = address.includes('?') ? '&' : '?'
  return [`${address}${separator}token=${token}`, ...fragment].join('#')
}
