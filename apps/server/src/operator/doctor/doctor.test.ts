import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { readEnvironment } from '../../env.ts'
import { runSource, temporaryDirectory } from '../../testing/child.ts'
import { createPostgresDatabase } from '../../testing/databases.ts'
import { MailServer } from '../../testing/mail-server.ts'
import { runStatement } from '../../testing/postgres.ts'
import { examinePatroni, examineSetup } from './examine-setup.ts'
import type { Finding } from './finding.ts'

const directory = temporaryDirectory()
const DATA_DIR = join(directory, 'data')
const key = join(DATA_DIR, 'secrets', 'operator-key')
const mail = new MailServer({ user: 'office', pass: 'the right word' })

beforeAll(async () => {
  await mail.start()
  mkdirSync(join(DATA_DIR, 'secrets'), { recursive: true, mode: 0o700 })
  writeFileSync(key, 'a secret', { mode: 0o600 })
  chmodSync(DATA_DIR, 0o700)
})
afterAll(() => mail.stop())

/** A set-up in which nothing is wrong. */
const healthy = () => ({
  DATA_DIR,
  DEMO: 'off',
  PUBLIC_ORIGIN: 'https://office.example.com',
  PASSPORT_ORIGIN: 'https://passport.example.com',
  TRUSTED_PROXIES: '10.0.0.1',
  SMTP_URL: `${mail.url}?from=office@example.com`,
  OPERATOR_KEY: 'a'.repeat(16),
})

const examined = (changes: Record<string, string | undefined> = {}) =>
  examineSetup(readEnvironment({ ...healthy(), ...changes }))
const codesOf = (findings: readonly Finding[]) => findings.map(({ code }) => code)

describe('OBS-009 a set-up', () => {
  test('OBS-009 in which nothing is wrong', async () => {
    expect(await examined()).toEqual([])
  })

  test.each<[string, Record<string, string | undefined>, string[]]>([
    [
      'an office without TLS',
      { PUBLIC_ORIGIN: 'http://office.example.com' },
      ['origin_without_tls'],
    ],
    ['a passport without TLS', { PASSPORT_ORIGIN: 'http://1.2.3.4' }, ['origin_without_tls']],
    ['no proxy that is trusted', { TRUSTED_PROXIES: undefined }, ['proxy_not_trusted']],
    ['a short key of operators', { OPERATOR_KEY: 'a'.repeat(15) }, ['operator_key_short']],
    ['a public port of operators', { OPERATOR_LISTEN: '0.0.0.0:3100' }, ['operators_port_public']],
    [
      'a port of operators at 1.2.3.4',
      { OPERATOR_LISTEN: '1.2.3.4:80' },
      ['operators_port_public'],
    ],
    [
      'a port of operators on IPv6',
      { OPERATOR_LISTEN: '[2001:db8::1]:80' },
      ['operators_port_public'],
    ],
    ['a private port of operators', { OPERATOR_LISTEN: '172.31.255.255:3100' }, []],
    [
      'a port of operators beside it',
      { OPERATOR_LISTEN: '172.32.0.0:80' },
      ['operators_port_public'],
    ],
    ['a private port on IPv6', { OPERATOR_LISTEN: '[fd00::5]:3100' }, []],
    ['no mail server', { SMTP_URL: undefined }, ['mail_missing']],
    ['no mail server in a demo', { SMTP_URL: undefined, DEMO: 'on' }, []],
    ['a mail server that is away', { SMTP_URL: 'smtp://127.0.0.1:1' }, ['mail_unreachable']],
  ])('with %s', async (_title, changes, codes) => {
    expect(codesOf(await examined(changes))).toEqual(codes)
  })

  test('on the own machine alone needs neither TLS nor a proxy', async () => {
    const own = { PUBLIC_ORIGIN: undefined, PASSPORT_ORIGIN: undefined, TRUSTED_PROXIES: undefined }
    expect(codesOf(await examined(own))).toEqual([])
  })

  test.each(['http://localhost:3001', 'http://127.0.0.1:3001', 'http://[::1]:3001'])(
    'whose mails come from the host of %s',
    async (PASSPORT_ORIGIN) => {
      const findings = await examined({ SMTP_URL: mail.url, PASSPORT_ORIGIN })
      expect(codesOf(findings)).toEqual(['mail_without_sender'])
    },
  )

  test('with a wrong password of the mail server, which is not printed', async () => {
    const [finding] = await examined({ SMTP_URL: mail.url.replace('the%20right', 'a-canary') })
    expect(finding).toMatchObject({
      code: 'mail_unreachable',
      problem: expect.stringContaining('EAUTH'),
    })
    expect(JSON.stringify(finding)).not.toContain('canary')
  })

  test.each([
    ['a key', key, 0o640, 0o600],
    ['the directory', DATA_DIR, 0o750, 0o700],
  ])('in which others may read %s', async (_title, path, open, closed) => {
    chmodSync(path, open)
    const findings = await examined()
    chmodSync(path, closed)
    expect(findings).toEqual([
      expect.objectContaining({ code: 'file_open_to_others', remedy: `chmod -R go= '${path}'` }),
    ])
  })
})

describe('CLU-033 D-193 a file of Patroni', () => {
  const file = join(directory, 'patroni.yml')
  const found = (text: string) => {
    writeFileSync(file, text)
    return codesOf(examinePatroni(file))
  }

  test.each([
    [
      'as the reference has it',
      'etcd:\n  hosts: a\nbootstrap:\n  dcs:\n    synchronous_mode_strict: true\n',
      [],
    ],
    ['etcd3:', 'etcd3:\n  hosts: a\n    synchronous_mode_strict: on\n', ['patroni_etcd3']],
    ['not strict', 'etcd:\n    synchronous_mode_strict: false\n', ['patroni_not_strict']],
    ['strict in a comment', 'etcd:\n  # synchronous_mode_strict: true\n', ['patroni_not_strict']],
    ['etcd3 in a comment', '# etcd3:\nsynchronous_mode_strict: true # yes\n', []],
  ])('CLU-033 the driver and the strict mode are read: %s', (_title, text, codes) => {
    expect(found(text)).toEqual(codes)
  })

  test('that is not there', () => {
    expect(examinePatroni(join(directory, 'none.yml'))).toEqual([])
  })
})

describe('OBS-008 OBS-010 office doctor', () => {
  let database: { readonly url: string; drop(): Promise<void> }
  beforeAll(async () => {
    database = await createPostgresDatabase({ isMigrated: false })
  })
  afterAll(() => database.drop())
  let asked: Record<string, string>
  beforeEach(() => void (asked = { ...healthy(), DATABASE_URL: database.url, TZ: 'UTC' }))

  async function doctor(words: readonly string[] = []) {
    const { said, ended } = runSource('office.ts', ['doctor', ...words], asked)
    return { exit: await ended, ...said }
  }

  test('OBS-008 OBS-010 a database that is away: 1, in lines for people, without a secret', async () => {
    const secret = 'canary-in-the-url'
    asked['DATABASE_URL'] = `postgres://office:${secret}@127.0.0.1:1/office`
    const { exit, out, err } = await doctor()
    expect({ exit, err }).toEqual({ exit: 1, err: '1 finding\n' })
    expect(out.split('\n').map((line) => line.trim())).toEqual([
      'database_unreachable: The database of DATABASE_URL cannot be examined (ECONNREFUSED).',
      'No process starts, and running ones answer from memory for a minute.',
      expect.stringMatching(/^What mends it: Check host, port/),
      '',
    ])
    expect(out + err).not.toContain(secret)
  })

  test('OBS-009 an empty database is examined, not filled, and so are the zones of both machines; scripts read JSON', async () => {
    asked['TZ'] = 'Asia/Tokyo'
    const { pathname } = new URL(database.url)
    const name = `"${pathname.slice(1)}"`
    await runStatement(database.url, `alter database ${name} set timezone = 'Asia/Tokyo'`)
    const { exit, out } = await doctor(['--json'])
    const findings = JSON.parse(out) as Finding[]
    expect(exit).toBe(1)
    // The server of the tests trades safety for speed, which a doctor must say.
    const ofServer = ['fsync_off', 'full_page_writes_off', 'database_zone']
    expect(codesOf(findings)).toEqual(['machine_zone', ...ofServer])
    for (const { code, problem, effect, remedy } of findings) {
      expect([code, problem, effect, remedy].every((text) => text.length > 0)).toBe(true)
    }
  })

  test('a wrong variable is one finding', async () => {
    asked['PORT'] = 'none'
    const { exit, out } = await doctor()
    expect(exit).toBe(1)
    expect(out).toMatch(/^environment_wrong: PORT must be a port/)
  })
})
