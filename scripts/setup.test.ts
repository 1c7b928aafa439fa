import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { takeOwnership } from '../apps/server/src/db/data-owner.mjs'

const ROOT = join(import.meta.dirname, '..')
const OWNER = 'apps/server/src/db/data-owner.mjs'

// What npm is asked for is written down: `ci` makes the folder anew, or fails as the file `fail` says.
const FAKE_NPM = `
const { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } = require('node:fs')
const tools = process.argv.includes('--omit=dev') ? '' : ' with tools'
appendFileSync('npm-calls', process.argv[2] + tools + '\\n')
if (process.argv[2] === 'ci' && existsSync('fail')) { process.stderr.write(readFileSync('fail')); process.exit(1) }
if (process.argv[2] === 'ci') rmSync('node_modules', { recursive: true, force: true })
mkdirSync('node_modules', { recursive: true })
process.stdout.write('added packages\\n')
`

let checkout: string
let dataDir: string
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'partner-office-setup-'))
  dataDir = join(checkout, '.data')
  for (const file of ['scripts/setup.mjs', OWNER]) cpSync(join(ROOT, file), join(checkout, file))
  mkdirSync(join(checkout, 'packages'))
  writeFileSync(join(checkout, 'package.json'), '{"type":"module"}')
  writeFileSync(join(checkout, 'package-lock.json'), '{}')
  writeFileSync(join(checkout, 'npm.cjs'), FAKE_NPM)
})
afterEach(() => rmSync(checkout, { recursive: true, force: true }))

async function setup(purpose: string, more: Record<string, string> = {}) {
  const env = { PATH: process.env['PATH'] ?? '', npm_execpath: join(checkout, 'npm.cjs'), ...more }
  const child = spawn(process.execPath, ['scripts/setup.mjs', purpose], { cwd: checkout, env })
  let [out, err] = ['', '']
  child.stdout.on('data', (text) => (out += text))
  child.stderr.on('data', (text) => (err += text))
  const [exit] = await once(child, 'close')
  return { exit: exit as number, out, err }
}

const npmCalls = (): string[] =>
  existsSync(join(checkout, 'npm-calls'))
    ? readFileSync(join(checkout, 'npm-calls'), 'utf8').trimEnd().split('\n')
    : []

test('packages are installed once, and again when a package file changes; standard output stays clean', async () => {
  expect(await setup('start')).toMatchObject({ exit: 0, out: '' })
  expect(await setup('start')).toEqual({ exit: 0, out: '', err: '' })
  expect(npmCalls()).toEqual(['ci'])
  writeFileSync(join(checkout, 'package-lock.json'), '{"changed":1}')
  expect(await setup('office')).toMatchObject({ exit: 0, out: '' })
  expect(npmCalls()).toEqual(['ci', 'ci'])
})

test('a start installs no tools; tests bring them beside what runs, and a start then finds all it needs', async () => {
  await setup('start')
  await setup('')
  await setup('start')
  expect(npmCalls()).toEqual(['ci', 'install with tools'])
  writeFileSync(join(checkout, 'package-lock.json'), '{"changed":1}')
  await setup('')
  await setup('office')
  expect(npmCalls()).toEqual(['ci', 'install with tools', 'ci with tools'])
})

test('a start on owned data is refused with one line, before anything is touched', async () => {
  takeOwnership(dataDir)
  const refused = await setup('start')
  expect(refused).toMatchObject({ exit: 1, out: '' })
  expect(refused.err).toMatch(/^[^\n]+\n$/)
  expect(refused.err).toContain(`is in use by process ${process.pid}`)
  expect(npmCalls()).toEqual([])
  expect(await setup('start', { DATABASE_URL: 'postgres://db/x' })).toMatchObject({ exit: 0 })
})

test('nothing is installed under a running server', async () => {
  await setup('start')
  takeOwnership(dataDir)
  writeFileSync(join(checkout, 'package-lock.json'), '{"changed":1}')
  expect(await setup('office')).toMatchObject({
    exit: 0,
    out: '',
    err: expect.stringContaining('restart it'),
  })
  expect(npmCalls()).toEqual(['ci'])
})

test('a lock file that npm cannot use falls back to npm install; any other failure ends the start', async () => {
  writeFileSync(join(checkout, 'fail'), 'npm error code EUSAGE\n')
  expect(await setup('start')).toMatchObject({ exit: 0 })
  expect(npmCalls()).toEqual(['ci', 'install'])

  writeFileSync(join(checkout, 'package-lock.json'), '{"changed":1}')
  writeFileSync(join(checkout, 'fail'), 'npm error network\n')
  expect(await setup('start')).toMatchObject({
    exit: 1,
    err: expect.stringContaining('npm error network'),
  })
  expect(npmCalls()).toEqual(['ci', 'install', 'ci'])
})

test('two at once install once', async () => {
  const both = await Promise.all([setup('start'), setup('office')])
  expect(both.map(({ exit }) => exit)).toEqual([0, 0])
  expect(npmCalls()).toEqual(['ci'])
  expect(existsSync(join(checkout, '.setup-lock'))).toBe(false)
})

test('the lock of an installation that was killed is no obstacle', async () => {
  const dead = Number(execFileSync(process.execPath, ['-p', 'process.pid']))
  writeFileSync(join(checkout, '.setup-lock'), String(dead))
  expect(await setup('start')).toMatchObject({ exit: 0 })
})
