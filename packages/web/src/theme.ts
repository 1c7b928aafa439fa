export type Theme = 'light' | 'dark'

/** The colours that the page has now; `start.js` chose them before the first paint. */
export const themeNow = (): Theme =>
  document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'

/** Change the colours, for this page and the next ones. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  localStorage.setItem('theme', theme)
}
