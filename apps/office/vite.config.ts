import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const LATIN_FONT = /inter-latin-opsz-normal.*\.woff2$/

/**
 * Loads what the first drawing needs beside the script of the office: the English texts, for which it waits, and the letters,
 * which would move what is drawn if they came later.
 */
const preloads: Plugin = {
  name: 'preloads',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { path, bundle = {} }) =>
      Object.keys(path === '/index.html' ? bundle : {}).flatMap((file) => {
        const as = file.endsWith('.json') ? 'fetch' : LATIN_FONT.test(file) ? 'font' : null
        if (as === null) return []
        const attrs = { rel: 'preload', as, crossorigin: true, href: `/${file}` }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      }),
  },
}

const JSON_SCHEMA = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/

/**
 * Leaves the part of zod out that describes schemas as JSON Schema: 5 KB compressed that every schema refers to, and that only
 * the server's API description needs.
 */
const noJsonSchema: Plugin = {
  name: 'no-json-schema',
  enforce: 'pre',
  transform(code, id) {
    if (!JSON_SCHEMA.test(id)) return null
    const exported = code.matchAll(/^export (?:const|function) (\w+)/gm)
    return [...exported].map(([, name]) => `export const ${name} = () => undefined`).join('\n')
  },
}

/**
 * The first page is one file: its parts would take more bytes, and a request for each. So are the modules that six other
 * chunks share.
 */
const CHUNKS = {
  groups: [
    { name: 'index', tags: ['$initial'] },
    { name: 'shared', minShareCount: 6 },
  ],
} satisfies Rolldown.CodeSplittingOptions

/** The public pages are built apart (`--mode landing`): in chunks shared with the office they would load parts of it. */
export default defineConfig(({ mode, isSsrBuild = false }) => ({
  root: import.meta.dirname,
  plugins: [react(), preloads, noJsonSchema],
  build: {
    target: 'es2022',
    // Inlined assets would need `data:` in the content-security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The budget is checked where it counts: by what a first visit loads.
    chunkSizeWarningLimit: 1_000,
    ...(mode === 'landing' &&
      !isSsrBuild && {
        emptyOutDir: false,
        rolldownOptions: { input: `${import.meta.dirname}/landing.html` },
      }),
    ...(mode !== 'landing' && { rolldownOptions: { output: { codeSplitting: CHUNKS } } }),
  },
}))
