import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { cut, delay } from './lib/cluster.ts'
import { runningIn, signal, start } from './lib/processes.ts'
import { machinesOf, newTrial } from './lib/trial.ts'

/** `soak/cluster-trial.ts` starts a whole cluster; here is what starts nothing. */
const folder = mkdtempSync(join(tmpdir(), 'po-cluster-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function cluster(...words: string[]) {
  const program = join(import.meta.dirname, 'cluster')
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('deploy/cluster', () => {
  test('CLU-004 help lists every command', () => {
    const { status, stdout } = cluster('help')
    expect(status).toBe(0)
    for (const name of ['up', 'status', 'kill', 'cut', 'delay', 'fill', 'skew', 'heal', 'down']) {
      expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'))
    }
  })

  test.each([
    [['constructor'], 'Unknown: constructor'],
    [['up', 'now'], 'Unknown: up now'],
    [['cut', 'db1'], 'Usage: deploy/cluster COMMAND'],
    [['status', '--force'], 'Unknown option'],
    [['delay', 'db1', 'db2', 'long', '--folder', 'FOLDER'], 'No cluster runs in'],
    [['up', '--apps', '7'], '--apps takes 1 to 6'],
    [['up', '--apps', 'two'], 'two is no whole number'],
  ])('refuses %j', (words, message) => {
    const { status, stderr } = cluster(...words.map((word) => (word === 'FOLDER' ? folder : word)))
    expect(stderr).toContain(message)
    expect(status).toBeGreaterThan(0)
  })

  test('wrong words end with 2, what cannot be done with 1', () => {
    expect(cluster('cut').status).toBe(2)
    expect(cluster('down', '--folder', folder).status).toBe(1)
  })
})

describe('deploy/cluster up', () => {
  beforeAll(() => {
    mkdirSync(join(folder, 'full'))
    writeFileSync(join(folder, 'full', 'letter'), 'mine')
  })

  test('CLU-002 CLU-004 names what is missing, or refuses a folder with something in it, and changes nothing', () => {
    const { status, stderr } = cluster('up', '--folder', join(folder, 'full'))
    expect(stderr).toMatch(
      /^(Missing packages: apt-get install .+|A cluster runs already: .+|.+ is not empty: .+)\n$/,
    )
    expect(status).toBe(1)
    expect(existsSync(join(folder, 'full', 'letter'))).toBe(true)
  })

  test('down leaves a folder alone that no cluster has made', () => {
    expect(cluster('down', '--folder', join(folder, 'full')).stderr).toContain('No cluster runs in')
    expect(existsSync(join(folder, 'full', 'letter'))).toBe(true)
  })
})

describe('machines of a trial', () => {
  test.each(['namespaces', 'loopback'] as const)(
    'CLU-003 each part has an address of its own: %s',
    (mode) => {
      const addresses = [...machinesOf(newTrial(folder, mode, 2).site).values()]
      expect(addresses).toHaveLength(8)
      expect(new Set(addresses).size).toBe(addresses.length)
    },
  )

  test('CLU-003 loopback names the link that it cannot cut or delay', () => {
    const trial = newTrial(folder, 'loopback', 2)
    expect(() => cut(trial, 'db1', 'db2')).toThrow('Loopback cannot cut db1 from db2')
    expect(() => delay(trial, 'app1', 'balancer', 300)).toThrow('Loopback cannot delay app1')
    expect(() => cut(trial, 'db1', 'db9')).toThrow('db9 is no machine: db1, db2, db3, app1')
  })
})

test('CLU-016 PostgreSQL is killed with its first process, which has the environment of Patroni', async () => {
  const site = mkdtempSync(join(folder, 'site-'))
  mkdirSync(join(site, 'db1'))
  copyFileSync('/bin/sleep', join(site, 'postgres'))
  chmodSync(join(site, 'postgres'), 0o755)
  const words = ['sh', '-c', 'cd db1 && exec ../postgres 60']
  start(site, { part: 'db1/patroni', words, environment: {} })
  const parts = () => runningIn(site).map(({ part }) => part)
  await vi.waitFor(() => expect(parts()).toEqual(['db1/postgres']))
  expect(signal(site, 'db1/patroni', 'SIGKILL')).toBe(0)
  expect(signal(site, 'db1/postgres', 'SIGKILL')).toBe(1)
  await vi.waitFor(() => expect(parts()).toEqual([]))
})

/** Runs a program of this folder with a program in place of one of the machine, and returns what that was called with. */
function withStandIn(name: string, script: string, program: string, ...words: string[]) {
  const bin = join(folder, `bin-${name}`)
  const calls = join(bin, 'calls')
  mkdirSync(bin, { recursive: true })
  writeFileSync(calls, '')
  const text = `#!/bin/sh\necho "$*" >> ${calls}\n${script}\n`
  writeFileSync(join(bin, name), text, { mode: 0o755 })
  const all = [join(import.meta.dirname, program), ...words]
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` }
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8', env })
  return { status, stdout, stderr, calls: readFileSync(calls, 'utf8').trim().split('\n') }
}

describe('deploy/update-postgres.ts', () => {
  const nodes = (role: string) =>
    JSON.stringify([
      { Member: 'db1', Role: 'Leader', State: 'running', TL: 3 },
      { Member: 'db2', Role: role, State: 'running', TL: 3 },
      { Member: 'db3', Role: 'Replica', State: 'running', TL: 3 },
    ])

  test('UPG-010 updates the standbys first, then switches over, then updates the old primary', () => {
    const script = `case "$*" in *list*) echo '${nodes('Sync Standby')}';; esac`
    const { status, stdout, calls } = withStandIn('patronictl', script, 'update-postgres.ts')
    expect(status).toBe(0)
    expect(stdout).toBe('db3 is updated\ndb2 is updated\ndb1 is updated\n')
    const acts = calls.filter((call) => !call.includes(' list '))
    expect(acts.map((call) => call.replace('-c /etc/patroni/config.yml ', ''))).toEqual([
      'restart office db3 --force',
      'restart office db2 --force',
      'switchover --master db1 --candidate db2 --force',
      'restart office db1 --force',
    ])
  })

  test('UPG-010 touches no further node once one does not restart', () => {
    const script = `case "$*" in *list*) echo '${nodes('Sync Standby')}';; *) echo away >&2; exit 1;; esac`
    const { status, stderr, calls } = withStandIn('patronictl', script, 'update-postgres.ts')
    expect(status).toBe(1)
    expect(stderr).toContain('restart office db3 --force: away\n')
    expect(calls.filter((call) => !call.includes(' list '))).toHaveLength(1)
  })
})

describe('deploy/restore.ts', () => {
  test.each([[[]], [['yesterday']], [['2026-11-26 14:00:00']], [['2026-11-26 14:00:00+00', 'x']]])(
    'BKP-004 restores to one instant with a zone, and touches nothing without it: %j',
    (words) => {
      const program = join(import.meta.dirname, 'restore.ts')
      const data = join(folder, 'no-data')
      const { status, stderr } = spawnSync(process.execPath, [program, '--data', data, ...words], {
        encoding: 'utf8',
      })
      expect(stderr).toBe('Name one instant with its zone, such as "2026-11-26 14:00:00+00"\n')
      expect(status).toBe(1)
      expect(existsSync(data)).toBe(false)
    },
  )

  test('BKP-002 BKP-008 restores to the instant; a file of the backup that is bad is named, and nothing starts', () => {
    const data = join(folder, 'bad-data')
    const script = 'echo "ERROR: [029]: checksum of base/1/1259 is not right" >&2; exit 29'
    const instant = '2026-11-26 14:00:00+00'
    const words = [instant, '--data', data]
    const { status, stderr, calls } = withStandIn('pgbackrest', script, 'restore.ts', ...words)
    expect(calls).toHaveLength(1)
    expect(calls[0]).toContain(`--type=time --target=${instant} --target-action=promote`)
    expect(stderr).toMatch(`Not restored; start nothing on ${data}: pgbackrest: ERROR: [029]`)
    expect(stderr).toContain('base/1/1259')
    expect(status).toBe(1)
    expect(existsSync(data)).toBe(false)
  })
})
