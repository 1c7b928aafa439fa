import { afterAll } from 'vitest'

/** A slow machine is no failure: what waits this long would wait for ever. */
const PATIENCE_MS = 20_000

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: PATIENCE_MS })
  // Test files share a document. Each leaves it without cookies and stored entries, so that none depends on their order.
  afterAll(() => {
    for (const cookie of document.cookie.split('; ')) {
      document.cookie = `${cookie.split('=')[0]}=; Max-Age=0; Path=/`
    }
    localStorage.clear()
    sessionStorage.clear()
  })
}
