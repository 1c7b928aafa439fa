/**
 * From a fresh clone to a ready server, and later starts with the demo network in place.
 *
 * Figures: at most 60 s on 2 idle cores with a warm package cache; at most 5 s for later starts.
 *
 * Measures the committed state, as a new user would clone it.
 *
 * Usage: node bench/start.ts [--again 3]
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { freePorts } from '../apps/server/src/testing/free-ports.ts'
import { finish, spread } from './lib/report.ts'

const { values } = parseArgs({ options: { again: { type: 'string', default: '3' } } })
const MOST_SECONDS = { first: 60, second: 5 }
const STOP_WITHIN_MS = 15_000

const clone = mkdtempSync(join(tmpdir(), 'partner-office-clone-'))
try {
  execFileSync('git', ['clone', '--quiet', join(import.meta.dirname, '..'), clone])
  const first = await secondsToReady()
  const later: number[] = []
  while (later.length < Number(values.again)) later.push(await secondsToReady())
  const second = spread(later)
  finish({
    name: 'start',
    lines: [
      `fresh clone to ready: ${first.toFixed(1)} s (at most ${MOST_SECONDS.first})`,
      `second start: ${second.median.toFixed(1)} s, ${second.low.toFixed(1)} to ${second.high.toFixed(1)} (at most ${MOST_SECONDS.second})`,
    ],
    passed: first <= MOST_SECONDS.first && second.median <= MOST_SECONDS.second,
  })
} finally {
  rmSync(clone, { recursive: true, force: true })
}

/** Starts the server as a user would, waits until the operators' port reports ready, and stops it. */
async function secondsToReady(): Promise<number> {
  const ports = await freePorts()
  const { PATH = '', HOME = '' } = process.env
  const started = performance.now()
  const server = spawn('npm', ['start'], {
    cwd: clone,
    env: { PATH: withoutOurs(PATH), HOME, ...ports, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(server, 'exit')
  while (!(await isReady(ports.OPERATOR_PORT))) {
    if (server.exitCode !== null) throw new Error(`The server did not start:\n${said}`)
    await wait(50)
  }
  const seconds = (performance.now() - started) / 1000
  server.kill('SIGTERM')
  const isStopped = await Promise.race([ended.then(() => true), wait(STOP_WITHIN_MS, false)])
  if (!isStopped) throw new Error('The server did not stop')
  return seconds
}

async function isReady(port: string): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null)
  return response?.ok === true
}

/** The PATH of a new user, without the Node that the project installs. */
function withoutOurs(path: string): string {
  const folders = path.split(':').filter((folder) => !folder.includes('node_modules'))
  return folders.join(':')
}
