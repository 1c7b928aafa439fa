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

/** Starts the worker that keeps the built files, and waits until it has them. Source: PWA-002. */
export async function startWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(policy.createScriptURL(WORKER))
  return navigator.serviceWorker.ready
}
