import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

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
})
