import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { filesOf } from './lib/files.ts'
import { newTrial } from './lib/trial.ts'

const MOST_EXPOSED = 2.5
const SERVICES = [
  'partner-office@app1.service',
  'partner-office-backup@full.service',
  'partner-office-restore-test.service',
]
const TIMERS = [
  'partner-office-backup-full',
  'partner-office-backup-diff',
  'partner-office-restore-test',
]
const hasProgram = existsSync('/usr/bin/systemd-analyze')

describe('unit files (UPG-008)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'po-units-'))
  const units = new Map<string, string>()
  beforeAll(() => {
    for (const { path, text } of [...filesOf(newTrial('/t', 'loopback', 1).site).values()].flat()) {
      if (path.startsWith('etc/systemd/')) units.set(basename(path), text)
    }
    for (const [name, text] of units) {
      // An instance is read from the file of its name.
      for (const instance of name.includes('office@') ? ['app1'] : ['full', 'diff']) {
        // The program stands elsewhere than on the machine that runs the test.
        const here = text.replaceAll('/usr/bin/pgbackrest', process.execPath)
        writeFileSync(join(folder, name.replace('@', `@${instance}`)), here)
      }
    }
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const analyze = (...words: string[]) =>
    spawnSync('systemd-analyze', words, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
    })

  test.skipIf(!hasProgram)('UPG-008 systemd-analyze finds nothing wrong', () => {
    const files = [...SERVICES, ...TIMERS.map((name) => `${name}.timer`)].map((name) => `./${name}`)
    const { status, stdout, stderr } = analyze('verify', ...files)
    expect({ status, said: `${stdout}${stderr}` }).toEqual({ status: 0, said: '' })
  })

  test.skipIf(!hasProgram).each(SERVICES)('%s is exposed by 2.5 or less', (name) => {
    const { stdout } = analyze('security', '--offline=true', `./${name}`)
    const [, exposure] = /exposure level for .+: ([\d.]+)/.exec(stdout) ?? []
    expect(Number(exposure)).toBeLessThanOrEqual(MOST_EXPOSED)
  })

  test('UPG-008 the app process writes DATA_DIR only', () => {
    const lines = units.get('partner-office@.service')!.split('\n')
    expect(lines).toContain('StateDirectory=partner-office/%i')
    expect(lines).toContain('ProtectSystem=strict')
    expect(lines).toContain('ReadOnlyPaths=/tmp /var/tmp')
    expect(lines).toContain('InaccessiblePaths=-/dev/shm -/dev/mqueue')
    const writable = /^(ReadWritePaths|LogsDirectory|CacheDirectory|RuntimeDirectory|BindPaths)=/
    expect(lines.filter((line) => writable.test(line))).toEqual([])
  })
})
