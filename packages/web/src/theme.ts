export type Theme = 'light' | 'dark'

/** The current theme; `start.js` set it before the first paint. */
export const themeNow = (): Theme =>
  document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'

/** Sets the theme of this page and stores it for the next pages. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  localStorage.setItem('theme', theme)
}
