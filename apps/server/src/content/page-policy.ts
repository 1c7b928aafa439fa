type Sources = {
  /** Origins that the page calls. */
  readonly calls: readonly string[]
  /** Hashes of inline scripts. */
  readonly scripts?: readonly string[]
  /** Hashes of inline styles. */
  readonly styles?: readonly string[]
  /** Names of the policies by which the page makes trusted types. */
  readonly policies?: readonly string[]
  /** Whether the page may load the maps service. */
  readonly maps?: boolean
}

const MAPS_SCRIPTS = 'https://maps.googleapis.com'
const MAPS_CALLS = [MAPS_SCRIPTS, 'https://places.googleapis.com']

/** The content security policy of a page: own scripts only, no strings where scripts may run. Source: decisions D-116. */
export function pagePolicy({
  calls,
  scripts = [],
  styles = [],
  policies = [],
  maps = false,
}: Sources): string {
  return [
    `default-src 'none'`,
    `script-src ${["'self'", ...scripts, ...(maps ? [MAPS_SCRIPTS] : [])].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    `font-src 'self'`,
    `img-src 'self' data: https:`,
    `media-src https:`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `connect-src ${["'self'", ...calls, ...(maps ? MAPS_CALLS : [])].join(' ')}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    // The maps service names policies of its own.
    `trusted-types ${maps ? '*' : policies.join(' ') || "'none'"}`,
  ].join('; ')
}

/** The policy of the service worker: it fetches pages, built files and translations, and runs nothing else. */
export const workerPolicy = (calls: readonly string[]): string =>
  `default-src 'none'; connect-src ${["'self'", ...calls].join(' ')}`
