// Runs before the first paint: colours must not change after it.
{
  const stored = localStorage.getItem('theme')
  const isDark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}
