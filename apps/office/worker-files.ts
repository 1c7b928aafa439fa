import type { Plugin } from 'vite'

/** Letters beside the Latin ones are kept at their first use: all together they take several megabytes. */
const KEPT = /^assets\/.*(?:\.(?:js|css|json)|inter-latin-opsz-normal[^/]*\.woff2)$/

/** Lists the built files that the service worker keeps; `prerender.mjs` writes them into the worker. */
export const workerFiles: Plugin = {
  name: 'worker-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const files = Object.keys(bundle).filter((file) => KEPT.test(file))
      this.emitFile({
        type: 'asset',
        fileName: 'worker-files.json',
        source: JSON.stringify(files.toSorted().map((file) => `/${file}`)),
      })
    },
  },
}
