// Runs before the first paint, so that the colours do not change afterwards.
{
  const stored = localStorage.getItem('theme')
  const isDark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}
