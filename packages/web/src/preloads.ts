import type { Plugin } from 'vite'

const LATIN_FONT = /inter-latin-opsz-normal.*\.woff2$/

/** The path that the pages are served below. */
let base = '/'

/**
 * Loads what the first drawing needs beside the script of an app: the Latin letters, which are not shown if they come later,
 * and the English texts of the office.
 */
export const preloads: Plugin = {
  name: 'preloads',
  configResolved({ base: own }) {
    base = own
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_, { path, bundle = {} }) =>
      Object.keys(path === '/index.html' ? bundle : {}).flatMap((file) => {
        const as = file.endsWith('.json') ? 'fetch' : LATIN_FONT.test(file) ? 'font' : null
        if (as === null) return []
        const attrs = { rel: 'preload', as, crossorigin: true, href: `${base}${file}` }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      }),
  },
}
