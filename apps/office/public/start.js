// Runs before the first request and before the first paint: at the one a token must not stand in the address any more,
// after the other colours must not change.
{
  const address = new URL(location.href)
  const token = address.searchParams.get('token')
  if (token !== null) {
    address.searchParams.delete('token')
    history.replaceState(history.state, '', address)
    // @ts-expect-error the window is the only thing that this script and the app share
    window.tokenOfAddress = token
  }

  const stored = localStorage.getItem('theme')
  const isDark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}
