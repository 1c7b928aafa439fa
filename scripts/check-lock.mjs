// A lock file can lack platform packages and still install here; a fresh machine would refuse it.
import { spawnSync } from 'node:child_process'

const npm = process.env['npm_execpath']
const command = npm === undefined ? 'npm' : process.execPath
const words = [
  ...(npm === undefined ? [] : [npm]),
  'ci',
  '--dry-run',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]
const { stdout, stderr, status } = spawnSync(command, words, { encoding: 'utf8' })
const missing = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('Missing:'))
for (const line of missing) console.error(line)
process.exit(status === 0 && missing.length === 0 ? 0 : 1)
