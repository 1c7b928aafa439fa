// Runs before the first request, so that no token is left in the address, and before the first paint, so that the
// colours do not change afterwards. Then sends the first calls of the app while the browser still loads the app.
{
  const address = new URL(location.href)
  const token = address.searchParams.get('token')
  if (token !== null) {
    address.searchParams.delete('token')
    history.replaceState(history.state, '', address)
    // @ts-expect-error this script and the app share nothing but the window
    window.tokenOfAddress = token
  }

  const { dataset } = document.documentElement
  /** A browser may forbid cookies and storages: it then throws when they are read. @param {() => string | null} read */
  const readIfAllowed = (read) => {
    try {
      return read()
    } catch {
      return null
    }
  }

  const stored = readIfAllowed(() => localStorage.getItem('theme'))
  const isDark =
    stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  dataset.theme = isDark ? 'dark' : 'light'

  // A page of a partner opens with its frame, on the sides that it will have; any other page with an empty window.
  const isPublic = /^\/(\w+\/)?(partner|login|registration|catch|logout)(\/|$)/.test(
    location.pathname,
  )
  const cookies = readIfAllowed(() => document.cookie) ?? ''
  const hasSession = /(^|; )\w+_access_token=./.test(cookies)
  if (hasSession && token === null && !isPublic) dataset.opens = 'frame'
  if (/^\/ar(\/|$)/.test(location.pathname)) dataset.mirrored = ''

  // The policy of the pages forbids the code that zod would generate, and reports each attempt.
  // @ts-expect-error the setting belongs to zod
  globalThis.__zod_globalConfig = { jitless: true }

  /** @param {string} name */
  const cookieOf = (name) => {
    const pair = cookies.split('; ').find((text) => text.startsWith(`${name}=`))
    return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null
  }

  /**
   * Sends a call and keeps its answer for the app. Returns the JSON of the answer; null after a failure.
   *
   * @param {string} url @param {RequestInit & { headers: Record<string, string> }} how
   */
  const send = async (url, how) => {
    const { method = 'GET', headers, body = '' } = how
    const answer = fetch(url, {
      ...how,
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(20_000),
    })
      // Complete: the timeout may pass before the app reads it.
      .then(async (response) => new Response(await response.blob(), response))
    // @ts-expect-error this script and the app share nothing but the window
    const answers = (globalThis.earlyAnswers ??= new Map())
    answers.set([method, url, headers['authorization'] ?? '', body].join(' '), answer)
    try {
      const response = await answer
      return response.ok ? await response.clone().json() : null
    } catch {
      return null
    }
  }

  /**
   * Sends the first calls of the app, each after a success of the call before, as the app does. `takeEarly` of
   * `packages/web` gives the answers to the app, which reports their failures.
   */
  const sendFirstCalls = async () => {
    const uncached = { 'cache-control': 'no-cache', pragma: 'no-cache' }
    const config = await send('/config', { headers: uncached, credentials: 'omit' })
    if (typeof config?.domainBusinessRest !== 'string') return
    const session = cookieOf(`${config.product}_access_token`)
    // The text of a damaged cookie is nothing that a header can carry.
    const isToken = /^[\x21-\x7e]+$/.test(session ?? '')
    const how = { headers: isToken ? { authorization: `Bearer ${session}` } : {} }
    const calls = `${config.domainBusinessRest}/v1`
    const settings = await send(`${calls}/config/frontend`, { ...how, credentials: 'omit' })
    // A token in the address may replace the session.
    if (settings?.state !== 'success' || session === null || token !== null) return
    const checked = await send(`${config.domainOauth}/oauth/check_token`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${btoa(`${config.oauthClientId}:${config.oauthClientSecret}`)}`,
      },
      body: `${new URLSearchParams({ token: session })}`,
    })
    if (checked?.state !== 'success' || checked.data?.active !== true) return
    void send(`${calls}/profile`, how)
    void send(`${calls}/legals/${config.product}`, how)
  }
  // Without them the app sends the calls itself.
  sendFirstCalls().catch(() => {})
}
