import { KEPT_DATABASE } from './device-flags.ts'

const STORE = 'kept'
const DASHBOARD = 'dashboard'
const CIPHER = 'AES-GCM'
const NONCE_BYTES = 12

/** The key never leaves the browser: it cannot be exported. */
type Sealed = {
  readonly key: CryptoKey
  readonly nonce: Uint8Array<ArrayBuffer>
  readonly sealed: ArrayBuffer
}

/** Encrypts a value with a new key and stores it in place of the one before. */
export async function storeSealed(value: unknown): Promise<void> {
  const key = await crypto.subtle.generateKey({ name: CIPHER, length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const text = new TextEncoder().encode(JSON.stringify(value))
  const sealed = await crypto.subtle.encrypt({ name: CIPHER, iv: nonce }, key, text)
  await inStore('readwrite', (store) =>
    store.put({ key, nonce, sealed } satisfies Sealed, DASHBOARD),
  )
}

/** The stored value; null without one, or if its key does not open it. */
export async function readSealed(): Promise<unknown> {
  const stored = (await inStore('readonly', (store) => store.get(DASHBOARD))) as Sealed | undefined
  if (stored === undefined) return null
  const { key, nonce, sealed } = stored
  try {
    const text = await crypto.subtle.decrypt({ name: CIPHER, iv: nonce }, key, sealed)
    return JSON.parse(new TextDecoder().decode(text))
  } catch {
    return null
  }
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(KEPT_DATABASE, 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE))
  const database = await ended(opening)
  try {
    return await ended(use(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    // An open connection would hold back the deletion.
    database.close()
  }
}

const ended = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((done, fail) => {
    request.addEventListener('success', () => done(request.result))
    request.addEventListener('error', () => fail(request.error ?? new Error('not stored')))
  })
