const PREFIX = '#token='

/** Returns the token of a mailed link and removes it from the address; empty without a token. Source: decisions D-140. */
export function takeMailedToken(): string {
  const { hash, pathname, search } = location
  // Another link to the same page changes only the fragment, so the browser would not load the page again.
  addEventListener('hashchange', () => {
    if (location.hash.startsWith(PREFIX)) location.reload()
  })
  if (!hash.startsWith(PREFIX)) return ''
  history.replaceState(history.state, '', `${pathname}${search}`)
  return hash.slice(PREFIX.length)
}
