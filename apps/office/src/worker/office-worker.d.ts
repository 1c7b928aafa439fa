/** The parts of a service worker that `office-worker.js` uses: the types of pages do not have them. */
type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void }

type WorkerFetch = Event & {
  readonly request: Request
  readonly clientId: string
  readonly resultingClientId: string
  respondWith(answer: Promise<Response>): void
}

type WorkerPush = WorkerEvent & { readonly data: { json(): unknown } | null }

type WorkerClick = WorkerEvent & {
  readonly notification: { readonly data: { readonly path: string }; close(): void }
}

type WorkerClient = {
  focus(): Promise<unknown>
  navigate(path: string): Promise<unknown>
}

type OfficeWorker = {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    matchAll(of: { readonly type: 'window' }): Promise<readonly WorkerClient[]>
    openWindow(path: string): Promise<unknown>
  }
  addEventListener(type: 'install' | 'activate', on: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', on: (event: WorkerFetch) => void): void
  addEventListener(type: 'push', on: (event: WorkerPush) => void): void
  addEventListener(type: 'notificationclick', on: (event: WorkerClick) => void): void
}

/** What a push message says. */
type Shown = {
  readonly title: string
  readonly body: string
  readonly path: string
  readonly tag: string
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}
