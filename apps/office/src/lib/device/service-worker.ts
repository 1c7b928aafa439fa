const WORKER = '/office-worker.js'

type Policy = { createScriptURL(address: string): string }
type Policies = {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy
}

/** The policy that allows the one address of the worker, in browsers that know trusted types. */
const policy: Policy = (
  (globalThis as { trustedTypes?: Policies }).trustedTypes ?? { createPolicy: (_, rules) => rules }
).createPolicy('office-worker', {
  createScriptURL: (address) => {
    if (address !== WORKER) throw new TypeError('an unknown worker')
    return address
  },
})

/** Whether the browser knows service workers: on https, and on the own machine. */
export const knowsWorkers = (): boolean => 'serviceWorker' in navigator

/**
 * Starts the worker that keeps the built files, and waits until it has them.
 *
 * Refuses: an Error, when a file could not be loaded.
 * Source: PWA-002.
 */
export async function startWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(policy.createScriptURL(WORKER))
  const { active, installing, waiting } = registration
  const first = installing ?? waiting
  if (active === null && first !== null) await activated(first)
  return registration
}

const activated = (worker: ServiceWorker): Promise<void> =>
  new Promise((done, fail) => {
    const look = () => {
      if (worker.state === 'activated') done()
      if (worker.state === 'redundant') fail(new Error('the files could not be kept'))
    }
    worker.addEventListener('statechange', look)
    look()
  })
