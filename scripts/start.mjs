// Starts the server with a Node.js that runs TypeScript, and stands in front of it for signals and the exit code.
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { buildWeb } from './build-web.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OLDEST = 24

/** @param {string} program */
function runsTypeScript(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= OLDEST
}

const node = [join(ROOT, 'node_modules', '.bin', 'node'), process.execPath].find(runsTypeScript)
if (node === undefined) {
  process.stderr.write(
    `No Node.js ${OLDEST} is packaged for ${process.platform} ${process.arch}: install Node.js ${OLDEST} or newer\n`,
  )
  process.exit(1)
}

// The server opens its data, or makes those of the demo, while the pages are built.
const main = join(ROOT, 'apps', 'server', 'src', 'main.ts')
const server = spawn(node, [main, '--pages-follow'], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
// A terminal sends its signals to the server too; a second one does no harm there.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
}
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)))
try {
  await buildWeb()
  if (server.connected) server.send('built')
} catch (error) {
  process.stderr.write(`The pages could not be built: ${/** @type {Error} */ (error).message}\n`)
  server.removeAllListeners('exit').on('exit', () => process.exit(1))
  server.kill()
}
