const PREFIX = '#token='

/** Take the token of a mail out of the address; empty where there is none. Source: decisions D-140. */
export function takeMailedToken(): string {
  const { hash, pathname, search } = location
  // The same page with another token would only change the fragment, and nobody would read it.
  addEventListener('hashchange', () => {
    if (location.hash.startsWith(PREFIX)) location.reload()
  })
  if (!hash.startsWith(PREFIX)) return ''
  history.replaceState(history.state, '', `${pathname}${search}`)
  return hash.slice(PREFIX.length)
}
