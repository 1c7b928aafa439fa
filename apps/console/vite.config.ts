import { preloads } from '@partner-office/web/preloads.ts'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The frame that draws PDF files: one script without imports, which the server writes into its page. */
const frame = defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  // Of use in Node.js only.
  define: { 'import.meta': '{}' },
  build: {
    target: 'es2022',
    emptyOutDir: false,
    lib: {
      entry: 'src/pdf-frame/main.ts',
      formats: ['iife'],
      name: 'pdfFrame',
      fileName: () => 'pdf-frame.js',
    },
  },
})

const pages = defineConfig({
  root: import.meta.dirname,
  // The operators' port serves other things beside the pages.
  base: '/console/',
  plugins: [react(), preloads],
  build: {
    target: 'es2022',
    // Inlined assets would need `data:` in the content-security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What most pages share is one file instead of some dozens, each compressed alone.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 20 }] } },
    },
    // The budget is checked where it counts: by what a first visit loads.
    chunkSizeWarningLimit: 1_000,
  },
})

export default defineConfig(({ mode }) => (mode === 'pdf-frame' ? frame : pages))
