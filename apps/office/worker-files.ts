import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Plugin } from 'vite'

const WORKER = 'office-worker.js'
/** The page is served at the paths of the office, and its first script beside it. */
const UNHASHED = ['/en/dashboard', '/start.js']
/** Letters beside the Latin ones are kept at their first use: all together they take several megabytes. */
const KEPT = /(?:\.(?:js|css|json)|inter-latin-opsz-normal[^/]*\.woff2)$/

/** Names the files of this version in the service worker. `prerender.mjs` fills in the version. */
export const workerFiles: Plugin = {
  name: 'worker-files',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    const built = Object.keys(bundle)
      .filter((file) => file.startsWith('assets/') && KEPT.test(file))
      .toSorted()
    const files = [...UNHASHED, ...built.map((file) => `/${file}`)]
    const place = join(dir, WORKER)
    const empty = '/** @type {readonly string[]} */ ([])'
    const worker = readFileSync(place, 'utf8')
    if (!worker.includes(empty)) throw new Error(`${WORKER} has no place for the files`)
    writeFileSync(place, worker.replace(empty, JSON.stringify(files)))
  },
}
