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

/** The public pages are built apart (`--mode landing`): in chunks shared with the office they would load parts of it. */
export default defineConfig(({ mode, isSsrBuild = false }) => ({
  root: import.meta.dirname,
  plugins: [react(), preloadTexts],
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
  },
}))
