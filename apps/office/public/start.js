// Runs before the first request, so that no token is left in the address, and before the first paint, so that the
// colours do not change afterwards.
{
  const address = new URL(location.href)
  const token = address.searchParams.get('token')
  if (token !== null) {
    address.searchParams.delete('token')
    history.replaceState(history.state, '', address)
    // @ts-expect-error this script and the app share nothing but the window
    window.tokenOfAddress = token
  }

  const stored = localStorage.getItem('theme')
  const isDark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'

  // The policy of the pages forbids the code that zod would generate, and reports each attempt.
  // @ts-expect-error the setting belongs to zod
  globalThis.__zod_globalConfig = { jitless: true }
}
