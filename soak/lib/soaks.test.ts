import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import {
  ARCHIVE_FIRES_WITHIN_MS,
  FAULTS,
  FIRES_WITHIN_MS,
  NOT_BROUGHT,
  WHILE_ARCHIVE_FAILS,
} from './alert-faults.ts'
import { factProblem, namesBad, sizesIn } from './backup-check.ts'
import { ClusterLoad } from './cluster-load.ts'
import { compareStored } from './cluster-rounds.ts'
import { firstOlder, installProgramBefore } from './program-before.ts'
import { CHAPTERS, linesOf, programOf } from './runbook.ts'

/** The commands of `soak/` start whole clusters; here is what they judge by. */
const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

test('CLU-016 CLU-020 an acknowledged order without credits is lost, one with a credit twice is doubled', () => {
  const rows = [
    { id: '1', is_once: true },
    { id: '3', is_once: false },
  ]
  expect(compareStored([1, 2, 3], rows)).toEqual({ lost: [2], doubled: [3] })
  expect(compareStored([1], rows)).toEqual({ lost: [], doubled: [] })
})

test('CLU-017 a pause of writes is measured, and a refusal without Retry-After is a fault', async () => {
  let refusal: Record<string, string> | null = null
  const server = createServer((_request, response) => {
    response.writeHead(refusal === null ? 200 : 503, refusal ?? {}).end('{"state":"success"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const load = new ClusterLoad({ office: address, passport: address, operators: address, key: 'k' })
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await wait(5)
  }
  const acknowledged = (count: number) => until(() => load.counts.acknowledged >= count)
  load.begin({ writes: 100, reads: 100 })
  await acknowledged(3)
  refusal = { 'retry-after': '2' }
  const began = performance.now()
  await wait(200)
  await until(() => load.counts.refused > 0)
  expect(load.acknowledgedAfter(began)).toBeNull()
  refusal = null
  const goesOn = performance.now()
  await until(() => load.acknowledgedAfter(began) !== null)
  await load.pause()
  // The last acknowledgement before it may be as old as its call took.
  expect(load.longestPause()).toBeGreaterThan(goesOn - began - 100)
  expect(load.acknowledgedAfter(began)).toBeGreaterThan(goesOn)
  expect(load.counts.wrong).toEqual([])

  refusal = {}
  load.begin({ writes: 100, reads: 100 })
  await until(() => load.counts.wrong.length > 0)
  await load.pause()
  expect(load.counts.wrong[0]).toMatch(/^503 /)
})

test('BKP-002 a restored state with a later fact than its instant, or without one before it, is a fault', () => {
  const instant = { first: 10, last: 12 }
  expect([10, 11, 12].map((fact) => factProblem(fact, instant))).toEqual([null, null, null])
  expect(factProblem(9, instant)).toBe('fact 9 is not from 10 to 12')
  expect(factProblem(13, instant)).toBe('fact 13 is not from 10 to 12')
})

test('BKP-008 a changed byte counts as found where verify names its file and calls the repository bad', () => {
  const path = 'archive/office/15-1/0000000100000000/000000010000000000000004-ab.lz4'
  const named = `INFO: invalid checksum '15-1/0000000100000000/000000010000000000000004-ab.lz4'`
  expect(namesBad(`${named}\nstatus: error\n`, path)).toBe(true)
  expect(namesBad(`${named}\n`, path)).toBe(false)
  expect(namesBad('status: error\n', path)).toBe(false)
  expect(namesBad(`${named.replace('4-ab', '5-ab')}\nstatus: error\n`, path)).toBe(false)
})

test('BKP-003 the sizes are those of the newest backup; docs/operations.md names the commands that are timed', () => {
  const backup = (size: number, stored: number) => ({
    info: { size, repository: { size: stored } },
  })
  const info = JSON.stringify([{ name: 'office', backup: [backup(9, 4), backup(10, 5)] }])
  expect(sizesIn(info)).toEqual({ size: 10, stored: 5 })
  expect(() => sizesIn('[{"name":"office","backup":[]}]')).toThrow('has no backup')
  const operations = read('docs/operations.md')
  const fullBackup = /ExecStart=.*pgbackrest .*--type=%i.* backup/
  expect(read('deploy/templates/systemd/partner-office-backup@.service')).toMatch(fullBackup)
  expect(operations).toContain('\nsystemctl start partner-office-backup@full ')
  expect(operations).toMatch(/^node deploy\/restore\.ts '[^']+\+00' /m)
  expect(read('deploy/restore.ts')).toContain("'--type=time'")
})

test('UPG-003 the version before is the newest one without the last migration; a commit that is none is refused', () => {
  const files: Record<string, string[]> = {
    c3: ['m/0001-a.ts', 'm/0003-c.ts', 'm/index.ts'],
    c2: ['m/0001-a.ts', 'm/0002-b.ts', 'm/index.ts'],
    c1: ['m/0001-a.ts', 'm/index.ts'],
  }
  const olderThan = (today: string) => firstOlder(['c3', 'c2', 'c1'], today, (name) => files[name]!)
  // If the newest one does not build, the next one is taken.
  expect(olderThan('0003-c')).toEqual(['c2', 'c1'])
  expect(olderThan('0002-b')).toEqual(['c1'])
  expect(olderThan('0001-a')).toEqual([])
  expect(() => installProgramBefore('no-commit')).toThrow('no-commit')
})

test('OBS-005 each alert about a fault is brought about, for longer than it takes to fire', () => {
  const rules = read('deploy/prometheus/rules.yml')
  const [, ofFaults = ''] = /- name: faults\n([^]*?)\n {2}- name:/.exec(rules) ?? []
  const brought = [...FAULTS, ...WHILE_ARCHIVE_FAILS].flatMap(({ alerts }) => alerts)
  const names = [...ofFaults.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
  expect(names.filter((name) => !brought.includes(name))).toEqual(Object.keys(NOT_BROUGHT))
  for (const name of [...brought, 'ArchiveFailing']) {
    const [, count, unit] = new RegExp(`alert: ${name}\\n.*\\n +for: (\\d+)([sm])\\n`).exec(rules)!
    const ms = Number(count) * (unit === 'm' ? 60_000 : 1_000)
    const patience = name === 'ArchiveFailing' ? ARCHIVE_FIRES_WITHIN_MS : FIRES_WITHIN_MS
    // It is seen, archived and evaluated a minute later at most.
    expect(ms + 60_000).toBeLessThan(patience)
  }
})

test('OBS-012 each chapter of operations.md has commands, each of which the runbook test can run', () => {
  const document = read('docs/operations.md')
  for (const chapter of CHAPTERS) {
    const lines = linesOf(document, chapter)
    expect({ chapter, count: lines.length }).not.toMatchObject({ count: 0 })
    for (const line of lines) expect(line.startsWith(programOf(line))).toBe(true)
  }
  expect(() => programOf('rm -rf /var/lib/postgresql')).toThrow('No table says how to run rm')
  expect(
    linesOf('### A day\n```sh\nlist  # all\n\n```\n### Else\n```sh\nx\n```\n', 'A day'),
  ).toEqual([])
  expect(linesOf('\n### A day\n```sh\nlist  # all\n\n```\n### Else\n', 'A day')).toEqual(['list'])
})
