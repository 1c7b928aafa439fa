// Runs before the first paint, so that the colours do not change afterwards.
{
  let stored = null
  try {
    stored = localStorage.getItem('theme')
  } catch {
    // The browser forbids its storage.
  }
  const isDark =
    stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'

  // The policy of the pages forbids the code that zod would generate, and reports each attempt.
  // @ts-expect-error the setting belongs to zod
  globalThis.__zod_globalConfig = { jitless: true }
}
