// The server and the pages, each made again when one of its files changes.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { buildWeb } from './build-web.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const commands = [
  ['vite', 'build', '--watch', '--mode', 'development', 'apps/office'],
  ['vite', 'build', '--watch', 'apps/passport'],
  ['vite', 'build', '--watch', '--mode', 'development', 'apps/console'],
  ['node', '--watch', 'apps/server/src/main.ts'],
]

await buildWeb()
for (const [program = '', ...words] of commands) {
  spawn(program, words, { cwd: root, stdio: 'inherit' }).on('exit', (code) =>
    process.exit(code ?? 1),
  )
}
