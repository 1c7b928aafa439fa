import { preloads } from '@partner-office/web/preloads.ts'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

import { workerFiles } from './worker-files.ts'

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

/** Pages that are built apart, each in a mode of its name: in chunks shared with the office they would load parts of it. */
const APART = ['landing', 'income']

/** The public pages and the page about income stand apart; the server renders the second one by the program that `prerender.mjs` builds. */
export default defineConfig(({ mode, isSsrBuild = false }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    preloads,
    noJsonSchema,
    ...(APART.includes(mode) || isSsrBuild ? [] : [workerFiles]),
  ],
  build: {
    target: 'es2022',
    // Inlined assets would need `data:` in the content-security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The budget is checked where it counts: by what a first visit loads.
    chunkSizeWarningLimit: 1_000,
    ...(APART.includes(mode) &&
      !isSsrBuild && {
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: { input: `${import.meta.dirname}/${mode}.html` },
      }),
    ...(!APART.includes(mode) && { rolldownOptions: { output: { codeSplitting: CHUNKS } } }),
  },
}))
