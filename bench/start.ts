/**
 * From a fresh clone to a server that is ready, and a second start with the demo network there.
 *
 * Figures: at most 60 s on 2 quiet cores with a warm package cache; at most 5 s the second time.
 *
 * Usage: node bench/start.ts
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { finish } from './lib/report.ts'

const MOST_SECONDS = { first: 60, second: 5 }
const PORTS = { PORT: '3810', PASSPORT_PORT: '3811', OPERATOR_PORT: '3812' }

const clone = mkdtempSync(join(tmpdir(), 'partner-office-clone-'))
execFileSync('git', ['clone', '--quiet', join(import.meta.dirname, '..'), clone])
const first = await secondsToReady()
const second = await secondsToReady()
rmSync(clone, { recursive: true, force: true })
finish({
  name: 'start',
  lines: [
    `fresh clone to ready ${first.toFixed(1)} s (at most ${MOST_SECONDS.first})`,
    `second start ${second.toFixed(1)} s (at most ${MOST_SECONDS.second})`,
  ],
  passed: first <= MOST_SECONDS.first && second <= MOST_SECONDS.second,
})

async function secondsToReady(): Promise<number> {
  const started = performance.now()
  const { PATH = '', HOME = '' } = process.env
  const server = spawn('npm', ['start'], {
    cwd: clone,
    env: { PATH: withoutOurs(PATH), HOME, ...PORTS, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(server, 'exit')
  const isReady = async () =>
    (await fetch(`http://127.0.0.1:${PORTS.OPERATOR_PORT}/health/ready`).catch(() => null))?.ok ===
    true
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error('The server did not start')
    await wait(50)
  }
  const seconds = (performance.now() - started) / 1000
  server.kill('SIGTERM')
  await ended
  return seconds
}

/** A newcomer's PATH: the Node that this project brings must not be on it yet. */
const withoutOurs = (path: string): string =>
  path
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':')
