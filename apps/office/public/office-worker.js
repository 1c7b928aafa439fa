// Serves the built files of one version without a connection, and shows push messages. It keeps nothing else: answers to calls never
// pass through it. The build fills in the files and the version.

/** The page, its first script, and the built files of this version. */
const FILES = /** @type {readonly string[]} */ ([])
const VERSION = ''

const PREFIX = 'office-'
const CACHE = `${PREFIX}${VERSION}`
/** Files of translations, fonts and late parts, kept at their first use. Their names change with their content. */
const HASHED = /^\/(?:assets|translations)\/[\w.-]*-[\w-]{8,}\.(?:js|css|json|svg|woff2)$/
/** Names the files of the translations; kept for use without a connection. */
const MANIFEST = '/translations/manifest.json'
/** The page, in any language. It holds nothing of a partner. */
const PAGE = '/en/dashboard'
const START = '/start.js'

const worker = /** @type {OfficeWorker} */ (/** @type {unknown} */ (globalThis))

/** Pages that were opened from the cache: their first script has to be of the same version. */
const openedFromCache = /** @type {Set<string>} */ (new Set())

worker.addEventListener('install', (event) => event.waitUntil(keepFiles()))
worker.addEventListener('activate', (event) => event.waitUntil(deleteFormer()))
worker.addEventListener('fetch', (event) => {
  const answer = answerTo(event)
  if (answer !== null) event.respondWith(answer)
})
worker.addEventListener('push', (event) => event.waitUntil(show(event.data)))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

/** All files or none: a version is complete before it is used. */
async function keepFiles() {
  const cache = await caches.open(CACHE)
  await cache.addAll(
    FILES.map(
      (file) =>
        new Request(file, {
          credentials: 'omit',
          cache: file.startsWith('/assets/') ? 'default' : 'no-cache',
          ...(file === PAGE && { headers: { accept: 'text/html' } }),
        }),
    ),
  )
}

/** Runs when no page of the version before is open any more. */
async function deleteFormer() {
  const names = await caches.keys()
  const former = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(former.map((name) => caches.delete(name)))
}

/**
 * A page comes from the server, so that its next start has the newest version; built files come from the cache, by names that
 * change with their content. Null leaves a request to the browser.
 *
 * @param {WorkerFetch} event @returns {Promise<Response> | null}
 */
function answerTo({ request, clientId, resultingClientId }) {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET') return null
  if (request.mode === 'navigate') {
    return origin === location.origin ? page(request, resultingClientId) : null
  }
  if (HASHED.test(pathname)) return built(request)
  if (pathname.endsWith(MANIFEST)) return newest(request)
  if (pathname === START && openedFromCache.has(clientId)) return built(request)
  return null
}

/** @param {Request} request @param {string} clientId */
async function page(request, clientId) {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(PAGE, { ignoreVary: true })
    if (kept === undefined) throw error
    openedFromCache.add(clientId)
    return kept
  }
}

/** @param {Request} request */
async function built(request) {
  // Of any version: a page of the version before finds its late parts, too.
  const kept = await caches.match(request.url, { ignoreVary: true })
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  if (answer.ok) await keep(request.url, answer.clone())
  return answer
}

/** @param {Request} request */
async function newest(request) {
  try {
    const answer = await fetch(request)
    if (answer.ok) await keep(request.url, answer.clone())
    return answer
  } catch (error) {
    const kept = await caches.match(request.url, { ignoreVary: true })
    if (kept === undefined) throw error
    return kept
  }
}

/** A full disk refuses the file, which is then loaded again. @param {string} url @param {Response} answer */
async function keep(url, answer) {
  try {
    await (await caches.open(CACHE)).put(url, answer)
  } catch {}
}

/** @param {{ json(): unknown } | null} data */
async function show(data) {
  if (data === null) return
  const { title, body, path, tag, lang, dir } = /** @type {Shown} */ (data.json())
  await worker.registration.showNotification(title, {
    body,
    tag,
    lang,
    dir,
    icon: '/icon-192.png',
    data: { path },
  })
}

/** Shows the page in an open window, else in a new one. @param {string} path */
async function open(path) {
  const [client] = await worker.clients.matchAll({ type: 'window' })
  if (client === undefined) return worker.clients.openWindow(path)
  await client.focus()
  return client.navigate(path)
}
