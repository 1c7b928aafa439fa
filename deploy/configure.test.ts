import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ERROR_CODES } from '@partner-office/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ROLES } from '../apps/server/src/db/postgres-pools.ts'
import { filesOf } from './lib/files.ts'
import { missingPackages } from './lib/packages.ts'
import { render } from './lib/render.ts'
import { readVariables, type Site, siteOf, VARIABLES_FILE } from './lib/site.ts'
import { newTrial } from './lib/trial.ts'
import { writeFiles } from './lib/write-files.ts'

const SECRETS = Object.fromEntries(
  Object.keys(readVariables(VARIABLES_FILE))
    .filter((name) => /_(PASSWORD|KEY)$/.test(name))
    .map((name) => [name, `${name.replaceAll('_', '')}0123456789`]),
)
const VARIABLES = { ...readVariables(VARIABLES_FILE), ...SECRETS }
const SITE = siteOf(VARIABLES)

/** Text of a file of a machine. */
function textOf(machine: string, path: string, site: Site = SITE): string {
  const found = filesOf(site)
    .get(machine)
    ?.find((one) => one.path === path)
  if (found === undefined) throw new Error(`${machine} has no ${path}`)
  return found.text
}

describe('variables', () => {
  test.each([
    [{ BALANCER: '' }, 'BALANCER is empty'],
    [{ BALANCERS: '10.0.0.1' }, 'BALANCERS is no variable of the deployment'],
    [{ BACKUP_KEY: 'short' }, 'BACKUP_KEY must be 16 or more letters and digits'],
    [{ BACKUP_KEY: 'with a space and: more' }, 'BACKUP_KEY must be 16 or more letters and digits'],
    [{ DATABASES: 'db1=10.0.0.11 db2=10.0.0.12' }, 'DATABASES must name three machines'],
    [{ DATABASES: 'db1=10.0.0.11 db2=10.0.0.12 db2=10.0.0.13' }, 'db2 is given twice'],
    [{ DATABASES: 'db1=10.0.0.11 db2=10.0.0.12 db3=10.0.0.12' }, '10.0.0.12 is given twice'],
    [{ DATABASES: '10.0.0.11' }, 'DATABASES must be name=address, not 10.0.0.11'],
    [{ APPS: 'app1=10.0.0.21' }, 'APPS must give app1 an address and its first port'],
    [{ APPS: 'app1=10.0.0.21:65532' }, 'APPS must give app1 an address and its first port'],
    [{ APPS: 'app1=10.0.0.21:1 app2=10.0.0.21:1' }, '10.0.0.21:1 is given twice'],
  ])('refuses %o', (changes, message) => {
    expect(() => siteOf({ ...VARIABLES, ...changes })).toThrow(message)
  })

  test('refuses a file that lacks a variable, and the file of the repository, whose secrets are empty', () => {
    const { WATCH: _, ...rest } = VARIABLES
    expect(() => siteOf(rest)).toThrow('WATCH is missing in the variables')
    expect(() => siteOf(readVariables(VARIABLES_FILE))).toThrow('BACKUP_KEY is empty')
  })

  test('two app processes may share a machine: each has five ports of its own', () => {
    const { apps } = siteOf({ ...VARIABLES, APPS: 'app1=10.0.0.21:65530 app2=10.0.0.21:3000' })
    expect(apps[1]).toMatchObject({ officePort: '3000', passportPort: '3001', metricsPort: '3004' })
    expect(apps[0]?.metricsPort).toBe('65534')
  })
})

describe('templates', () => {
  test('blocks are repeated for each row, whose values come first', () => {
    const rows = { all: [{ name: 'a' }, { name: 'b' }], name: 'outer', end: '.' }
    const text = '{{#all}}\n- {{name}}{{end}}\n{{/all}}\n{{name}}\n'
    expect(render(text, rows)).toBe('- a.\n- b.\nouter\n')
  })

  test('a name without a value is refused, and so is a block of no list or without an end', () => {
    expect(() => render('{{gone}}', {})).toThrow('names gone')
    expect(() => render('{{#gone}}\n{{/gone}}\n', {})).toThrow('repeats gone')
    expect(() => render('{{#gone}}\n', { gone: [] })).toThrow('names #gone')
  })
})

describe('files: what cluster.md section 2 fixes', () => {
  const patroni = textOf('db2', 'etc/patroni/config.yml')
  const balancer = textOf('balancer', 'etc/haproxy/haproxy.cfg')

  test.each([
    'ttl: 15',
    'loop_wait: 3',
    'retry_timeout: 5',
    'master_start_timeout: 0',
    'use_pg_rewind: true',
    "wal_log_hints: 'on'",
    'wal_sender_timeout: 5s',
    'wal_receiver_timeout: 5s',
    'tcp_user_timeout: 10s',
    'max_connections: 200',
    'archive_timeout: 60s',
    'timezone: UTC',
    'log_timezone: UTC',
    'name: db2',
    'listen: 10.0.0.12:5432',
  ])('Patroni has %s', (line) => {
    expect(linesOf(patroni)).toContain(line)
  })

  test('CLU-017 after a switchover nothing waits for 5 s: standbys ask the new primary again, and the balancer asks who it is', () => {
    const [, retry] = /^ +wal_retrieve_retry_interval: (\d+)ms$/m.exec(patroni)!
    const [, interval] =
      /^listen primary$[^]*?default-server .* downinter (\d+)ms .* rise 1 /m.exec(balancer)!
    expect([Number(retry), Number(interval)]).toEqual([500, 500])
  })

  test('CLU-020 a primary without etcd gives up before 20 s, and no commit is answered by it alone', () => {
    const [ttl, loop, retry] = ['ttl', 'loop_wait', 'retry_timeout'].map((name) =>
      secondsOf(patroni, name),
    )
    // Patroni demotes itself after the ttl, which must leave room for one round that tries again.
    expect(loop! + 2 * retry!).toBeLessThanOrEqual(ttl!)
    expect(ttl!).toBeLessThanOrEqual(20)
    expect(linesOf(patroni)).toEqual(
      expect.arrayContaining(['synchronous_mode: true', 'synchronous_mode_strict: true']),
    )
    // No standby takes from the archive what a cut-off primary has sent there.
    expect(patroni).not.toContain('restore_command:')
  })

  test('CLU-021 without etcd the primary goes on while it reaches all nodes', () => {
    expect(linesOf(patroni)).toContain('failsafe_mode: true')
  })

  test('CLU-023 a standby more than 16 MiB behind is not synchronous, which Patroni sees within 15 s', () => {
    expect(linesOf(patroni)).toContain(`maximum_lag_on_syncnode: ${16 * 2 ** 20}`)
    expect(secondsOf(patroni, 'loop_wait')).toBeLessThanOrEqual(15)
  })

  test('BKP-010 a node without data copies the primary, and asks no repository', () => {
    expect(linesOf(patroni)).toContain('create_replica_methods: [basebackup]')
    expect(patroni).not.toContain('restore_command:')
    expect(textOf('db2', 'etc/pgbackrest.conf')).not.toContain('repo1-cipher-pass')
  })

  test('Patroni uses etcd by the v2 driver, which etcd offers, and asks its own member first', () => {
    expect(patroni).toMatch(
      /^etcd:\n {2}hosts: \['10.0.0.12:2379', '10.0.0.11:2379', '10.0.0.13:2379'\]$/m,
    )
    expect(patroni).not.toMatch(/^etcd3:/m)
    expect(textOf('db1', 'etc/default/etcd')).toContain('\nETCD_ENABLE_V2=true\n')
  })

  test('app processes have ports, DATA_DIR and name of their own, and share database, origins and key', () => {
    const one = textOf('app1', 'etc/partner-office/app1.env')
    const other = textOf('app2', 'etc/partner-office/app2.env')
    expect(one).toContain('\nPROCESS_NAME=app1\nHOST=10.0.0.21\nPORT=3000\nPASSPORT_PORT=3001\n')
    expect(one).toContain('\nOPERATOR_LISTEN=10.0.0.21:3003\nMETRICS_LISTEN=10.0.0.21:3004\n')
    expect(one).toContain('\nDATA_DIR=/var/lib/partner-office/app1\n')
    expect(one).toContain('\nTRUSTED_PROXIES=10.0.0.31\n')
    expect(one).toContain('\nDRAIN_SECONDS=4\n')
    expect(one).toContain(
      `\nDATABASE_URL=postgres://office:${SECRETS['DATABASE_PASSWORD']}@10.0.0.31:5000/office\n`,
    )
    const shared =
      /^(DATABASE_URL|PUBLIC_ORIGIN|PASSPORT_ORIGIN|OPERATOR_KEY|TRUSTED_PROXIES)=.*$/gm
    expect(one.match(shared)).toEqual(other.match(shared))
  })

  test('CLU-007 reads of partners are spread over all processes that are ready', () => {
    const section = sectionOf(balancer, 'office_ready')
    expect(section).toContain('balance leastconn\n')
    const servers = [...section.matchAll(/^ +server (.+)$/gm)].map(([, server]) => server)
    expect(servers).toEqual(
      SITE.apps.map(({ name, address, officePort }) => `${name} ${address}:${officePort} check`),
    )
  })

  test('CLU-012 orders go to the leader alone while there is one, and else to any process', () => {
    const section = sectionOf(balancer, 'operators')
    expect(section).toContain('default_backend operators_leader\n')
    expect(section).toContain('use_backend operators_any unless { nbsrv(operators_leader) gt 0 }\n')
    expect(sectionOf(balancer, 'operators_leader')).toContain('option httpchk GET /health/leader\n')
  })

  test('UPG-001 a process that stops drains for longer than the balancer takes to see it', () => {
    const [, drain] = /^DRAIN_SECONDS=(\d+)$/m.exec(textOf('app1', 'etc/partner-office/app1.env'))!
    const [, inter, downAfter, fall] =
      /default-server inter (\d+)s fastinter (\d+)ms .* fall (\d+) /.exec(balancer)!
    const [, timeout] = /timeout check (\d+)s/.exec(balancer)!
    const seenMs = Number(inter) * 1_000 + (Number(fall) - 1) * Number(downAfter)
    expect(seenMs).toBeLessThan(Number(drain) * 1_000)
    // A process that does not answer the question at all is out within the same time.
    expect(Number(timeout)).toBeLessThan(Number(drain))
  })

  test.each([
    ['office_ready', 'GET /health/ready', '10.0.0.22:3000'],
    ['office_serving', 'GET /health/serving', '10.0.0.22:3000'],
    ['passport_ready', 'GET /health/ready', '10.0.0.22:3001'],
    ['passport_serving', 'GET /health/serving', '10.0.0.22:3001'],
    ['operators_leader', 'GET /health/leader', '10.0.0.22:3003'],
    ['operators_any', 'GET /health/serving', '10.0.0.22:3003'],
    ['primary', 'GET /primary', '10.0.0.12:5432'],
  ])('the balancer asks servers of %s for %s', (name, question, server) => {
    const section = sectionOf(balancer, name)
    expect(section).toContain(`option httpchk ${question}\n`)
    expect(section).toContain(` ${server} check`)
  })

  test('the balancer takes processes that only serve while none is ready, and any while none leads', () => {
    for (const service of ['office', 'passport']) {
      const section = sectionOf(balancer, service)
      expect(section).toContain(
        `use_backend ${service}_serving unless { nbsrv(${service}_ready) gt 0 }`,
      )
      expect(section).toContain(`default_backend ${service}_ready`)
    }
    expect(sectionOf(balancer, 'operators')).toContain('unless { nbsrv(operators_leader) gt 0 }')
  })

  test('the balancer repeats only what changes nothing, and ends connections to a former primary', () => {
    expect(balancer.match(/disable-l7-retry unless METH_GET or \{ method HEAD \}/g)).toHaveLength(3)
    expect(sectionOf(balancer, 'primary')).toContain('on-marked-down shutdown-sessions')
    expect(sectionOf(balancer, 'primary')).toContain('bind 10.0.0.31:5000')
  })

  test.each([408, 500, 502, 503, 504])(
    'the balancer answers %i with Retry-After and the envelope',
    (status) => {
      const text = textOf('balancer', `etc/haproxy/errors/office-${status}.http`)
      const [head = '', body = ''] = text.split('\r\n\r\n')
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} [A-Z]`))
      expect(head.split('\r\n')).toContain('Retry-After: 2')
      expect(head).not.toMatch(/[^\r]\n/)
      const [error] = JSON.parse(body).errors
      expect(JSON.parse(body)).toEqual({ state: 'error', data: null, errors: [error] })
      expect(ERROR_CODES).toContain(error.code)
      expect(balancer).toContain(`errorfile ${status} /etc/haproxy/errors/office-${status}.http`)
    },
  )

  test('BKP-001 backups are encrypted and kept for four weeks', () => {
    const lines = textOf('backup', 'etc/pgbackrest.conf').split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'repo1-cipher-type=aes-256-cbc',
        `repo1-cipher-pass=${SECRETS['BACKUP_KEY']}`,
        'repo1-retention-full-type=time',
        'repo1-retention-full=28',
        'pg3-host=10.0.0.13',
        'tls-server-auth=db3=office',
      ]),
    )
    // The key stays with the repository.
    expect(textOf('db1', 'etc/pgbackrest.conf')).not.toContain(SECRETS['BACKUP_KEY'])
  })

  test('BKP-002 the log that any instant of the last 7 days needs is kept as long as the backups', () => {
    const config = textOf('backup', 'etc/pgbackrest.conf')
    const [, days] = /^repo1-retention-full=(\d+)$/m.exec(config)!
    expect(Number(days)).toBeGreaterThan(7)
    // These would throw the log away earlier than the backup that needs it.
    expect(config).not.toMatch(/^repo1-retention-archive/m)
    expect(linesOf(patroni)).toEqual(
      expect.arrayContaining(["archive_mode: 'on'", 'archive_timeout: 60s']),
    )
    expect(patroni).toContain('archive-push %p\n')
  })

  test('BKP-009 the alerts about a failing archive look at the disk of PostgreSQL alone', () => {
    const watch = textOf('watch', 'etc/prometheus/prometheus.yml')
    expect(watch).toContain(
      `regex: '${VARIABLES['DATABASE_MOUNT']}'\n        target_label: holds\n`,
    )
    const trial = newTrial('/t', 'namespaces', 1).site.values['DATABASE_MOUNT']!
    expect(['/', '/t/db2/var/lib/postgresql']).toContain(trial.replace('[0-9]', '2'))
  })

  test('BKP-006 the files of a backup are read from a standby, with a part of its processors', () => {
    const config = textOf('backup', 'etc/pgbackrest.conf')
    expect(linesOf(config)).toContain('backup-standby=y')
    // All three nodes are named: which of them are standbys changes.
    for (const number of [1, 2, 3]) expect(config).toContain(`pg${number}-host=10.0.0.1${number}\n`)
    const [, processes] = /^process-max=(\d+)$/m.exec(config) ?? [null, '1']
    expect(Number(processes)).toBeLessThanOrEqual(2)
  })

  test('BKP-001 BKP-007 a full backup is made each week, a differential one on every other day, a restore test each week', () => {
    const unit = (name: string) =>
      textOf('backup', `etc/systemd/system/partner-office-${name}.timer`)
    expect(unit('backup-full')).toMatch(
      /OnCalendar=Sun 02:00 UTC\n[^]*Unit=partner-office-backup@full.service/,
    )
    expect(unit('backup-diff')).toMatch(
      /OnCalendar=Mon..Sat 02:00 UTC\n[^]*Unit=partner-office-backup@diff.service/,
    )
    expect(unit('restore-test')).toContain('OnCalendar=Wed 03:00 UTC\n')
  })

  test('secrets stand only in files that others cannot read', () => {
    const readable = [...filesOf(SITE).values()].flat().filter(({ mode }) => (mode & 0o007) !== 0)
    const secrets = Object.values(SECRETS)
    const open = readable.filter(({ text }) => secrets.some((secret) => text.includes(secret)))
    expect(open.map(({ path }) => path)).toEqual([])
  })

  test('one machine gets the same files as real ones: only where they begin differs', () => {
    const trial = filesOf(siteOf({ ...VARIABLES, ROOT: '/trial' }))
    for (const [machine, files] of filesOf(SITE)) {
      const texts = trial
        .get(machine)!
        .map(({ text }) => text.replaceAll(/\/trial\/[a-z]+\d?/g, ''))
      expect(texts).toEqual(files.map(({ text }) => text))
    }
  })
})

const linesOf = (config: string): string[] => config.split('\n').map((line) => line.trim())

/** A setting of Patroni. Units: seconds. */
const secondsOf = (config: string, name: string): number =>
  Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(config)?.[1])

const sectionOf = (config: string, name: string): string =>
  config
    .split(/^(?=frontend|backend|listen)/m)
    .find((part) => part.split('\n')[0]?.endsWith(` ${name}`)) ?? ''

test('the first start makes each role of the program, which its owner may not make itself', () => {
  const text = readFileSync(join(import.meta.dirname, 'templates/database/post-bootstrap'), 'utf8')
  for (const role of ROLES) expect(text).toContain(`create role ${role} nologin`)
  expect(text).toContain(`grant ${ROLES.join(', ')} to office;`)
})

describe('packages', () => {
  test('CLU-002 each missing package is named; loopback needs no network tools', () => {
    expect(missingPackages(false, (path) => !/haproxy|etcdctl|sbin\/ip/.test(path))).toEqual([
      'etcd-client',
      'haproxy',
      'iproute2',
    ])
    expect(missingPackages(true, (path) => !path.endsWith('/ip'))).toEqual([])
  })
})

describe('files: what the programs themselves say', () => {
  const folder = mkdtempSync(join(tmpdir(), 'po-deploy-'))
  beforeAll(() => {
    writeFiles(newTrial(folder, 'loopback', 2).site, folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each([
    ['/usr/sbin/haproxy', '-c', '-f', 'balancer/etc/haproxy/haproxy.cfg'],
    ['/usr/bin/promtool', 'check', 'config', 'watch/etc/prometheus/prometheus.yml'],
    ['/usr/bin/amtool', 'check-config', 'watch/etc/prometheus/alertmanager.yml'],
    ['/usr/bin/pgbackrest', `--config=${folder}/backup/etc/pgbackrest.conf`, 'info'],
  ])('CLU-001 %s accepts its file', (program, ...words) => {
    if (!existsSync(program)) return
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8' })
    expect({ status, said: `${stdout}${stderr}` }).toMatchObject({ status: 0 })
    expect(`${stdout}${stderr}`).not.toContain('WARNING')
  })

  test('CLU-001 patroni --validate-config misses nothing but what is optional', async () => {
    if (!existsSync('/usr/bin/patroni')) return
    // It asks whether the members of etcd listen: here one server stands for all.
    const member = createServer().listen(0, '127.0.0.1')
    await once(member, 'listening')
    const { port } = member.address() as AddressInfo
    const file = join(folder, 'patroni.yml')
    const text = readFileSync(join(folder, 'db1/etc/patroni/config.yml'), 'utf8')
    writeFileSync(file, text.replaceAll(/127\.97\.0\.1[123]:2379/g, `127.0.0.1:${port}`))
    const words = ['--validate-config', file]
    const { stdout, stderr } = spawnSync('/usr/bin/patroni', words, { encoding: 'utf8' })
    member.close()
    // The superuser rewinds, and `postgresql.pg_hba` holds from the first start.
    expect(`${stdout}${stderr}`.trim().split('\n')).toEqual([
      'bootstrap.pg_hba  is not defined.',
      'postgresql.authentication.rewind  is not defined.',
    ])
  })

  test('certificates name the machine, and the address that pgBackRest compares', () => {
    const file = join(folder, 'db1/etc/pgbackrest/machine.crt')
    const words = ['x509', '-in', file, '-noout', '-subject', '-ext', 'subjectAltName']
    const said = execFileSync('openssl', words, { encoding: 'utf8' })
    expect(said).toMatch(/CN = db1\n[^]*DNS:127\.97\.0\.11/)
    const authority = readFileSync(join(folder, 'backup/etc/pgbackrest/ca.crt'), 'utf8')
    expect(readFileSync(join(folder, 'db3/etc/pgbackrest/ca.crt'), 'utf8')).toBe(authority)
  })
})
