import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Loads the English texts beside the script of the office, which waits for them. */
const preloadTexts: Plugin = {
  name: 'preload-texts',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { path, bundle = {} }) =>
      Object.keys(path === '/index.html' ? bundle : {})
        .filter((file) => file.endsWith('.json'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'fetch', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        })),
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

/** The modules that six chunks share are one file: as small files they take 5 % more, and a request for each. */
const SHARED = { groups: [{ name: 'shared', minShareCount: 6 }] }

/** The public pages are built apart (`--mode landing`): in chunks shared with the office they would load parts of it. */
export default defineConfig(({ mode, isSsrBuild = false }) => ({
  root: import.meta.dirname,
  plugins: [react(), preloadTexts, noJsonSchema],
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
    ...(mode !== 'landing' && { rolldownOptions: { output: { codeSplitting: SHARED } } }),
  },
}))
