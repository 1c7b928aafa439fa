import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { debianProgram } from '../../scripts/debian-program.mjs'

const ROOT = join(import.meta.dirname, '../..')
const RULES = join(import.meta.dirname, 'rules.yml')
const rules = readFileSync(RULES, 'utf8')
const promtool = debianProgram('prometheus', '/usr/bin/promtool')

const folder = mkdtempSync(join(tmpdir(), 'po-rules-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Series and their values: a number stays; `from -> to` jumps at half of the time; `+n` grows by n every 5 s. */
type Series = Readonly<Record<string, number | string>>
type Case = {
  readonly alert: string
  /** Fires when it has been so for this time. */
  readonly afterS: number
  /** Series at which the alert fires, and just below. */
  readonly fires: Series
  readonly silent: Series
}

const five = (status: string) => `http_requests_total{status="${status}"}`
const bucket = (le: string) => `http_request_duration_seconds_bucket{service="office",le="${le}"}`
const etcd = (...up: number[]) =>
  Object.fromEntries(up.map((value, at) => [`up{job="etcd",part="db${at + 1}"}`, value]))
const patroni = (name: string, ...values: number[]) =>
  Object.fromEntries(values.map((value, at) => [`patroni_${name}{part="db${at + 1}"}`, value]))
const disk = (free: number) => ({
  'node_filesystem_avail_bytes{part="db1",mountpoint="/"}': free,
  'node_filesystem_size_bytes{part="db1",mountpoint="/"}': 100,
})
/** Another disk of the machine is nearly full. */
const failingArchive = (free: number) => ({
  partner_office_archive_failing: 1,
  ...disk(1),
  'node_filesystem_avail_bytes{part="db1",mountpoint="/data",holds="database"}': free,
  'node_filesystem_size_bytes{part="db1",mountpoint="/data",holds="database"}': 100,
})

const CASES: readonly Case[] = [
  {
    alert: 'AppProcessDown',
    afterS: 30,
    fires: { 'up{job="office"}': 0 },
    silent: { 'up{job="office"}': 1 },
  },
  {
    alert: 'NoPrimary',
    afterS: 30,
    fires: patroni('primary', 0, 0, 0),
    silent: patroni('primary', 0, 1, 0),
  },
  { alert: 'NoPrimary', afterS: 30, fires: {}, silent: patroni('primary', 1) },
  {
    alert: 'TwoPrimaries',
    afterS: 20,
    fires: patroni('primary', 1, 1, 0),
    silent: patroni('primary', 1, 0, 0),
  },
  {
    alert: 'StandbyDown',
    afterS: 60,
    fires: patroni('replica', 0, 1, 0),
    silent: patroni('replica', 0, 1, 1),
  },
  {
    alert: 'NoSynchronousStandby',
    afterS: 30,
    fires: patroni('sync_standby', 0, 0, 0),
    silent: patroni('sync_standby', 0, 1, 0),
  },
  {
    alert: 'SlowStandby',
    afterS: 15,
    fires: { 'partner_office_standby_lag_bytes{standby="db2"}': 16_777_217 },
    silent: { 'partner_office_standby_lag_bytes{standby="db2"}': 16_777_216 },
  },
  { alert: 'DiskSpace', afterS: 60, fires: disk(14.9), silent: disk(15) },
  { alert: 'EtcdMemberDown', afterS: 30, fires: etcd(1, 0, 1), silent: etcd(1, 1, 1) },
  { alert: 'EtcdGone', afterS: 15, fires: etcd(1, 0, 0), silent: etcd(1, 0, 1) },
  {
    alert: 'FiguresOld',
    afterS: 10,
    fires: { partner_office_figures_age_seconds: 3.1 },
    silent: { partner_office_figures_age_seconds: 3 },
  },
  {
    alert: 'ClockWrong',
    afterS: 30,
    fires: { partner_office_clock_difference_seconds: -2.1 },
    silent: { partner_office_clock_difference_seconds: 2 },
  },
  {
    alert: 'ClockUnusable',
    afterS: 10,
    fires: { partner_office_clock_difference_seconds: 30.1 },
    silent: { partner_office_clock_difference_seconds: -30 },
  },
  {
    alert: 'BalancerDown',
    afterS: 15,
    fires: { 'up{job="balancer"}': 0 },
    silent: { 'up{job="balancer"}': 1 },
  },
  {
    alert: 'NoLeader',
    afterS: 30,
    fires: { 'partner_office_leader{part="app1"}': 0 },
    silent: { 'partner_office_leader{part="app1"}': 1, 'partner_office_leader{part="app2"}': 0 },
  },
  {
    alert: 'NoLeader',
    afterS: 30,
    fires: { 'partner_office_leader{part="app1"}': 1, 'partner_office_leader{part="app2"}': 1 },
    silent: { 'partner_office_leader{part="app2"}': 1 },
  },
  {
    alert: 'FiguresDrift',
    afterS: 0,
    fires: { partner_office_figures_drift: 1 },
    silent: { partner_office_figures_drift: 0 },
  },
  {
    alert: 'AnotherHistory',
    afterS: 0,
    fires: { partner_office_figures_histories: '0 -> 1' },
    silent: { partner_office_figures_histories: 1 },
  },
  {
    alert: 'RestoreTestFailed',
    afterS: 0,
    fires: { partner_office_restore_test_failed: 1 },
    silent: { partner_office_restore_test_failed: 0 },
  },
  {
    alert: 'MonthDue',
    afterS: 7_200,
    fires: { partner_office_months_due: 1 },
    silent: { partner_office_months_due: 0 },
  },
  {
    alert: 'ClockUntrusted',
    afterS: 7_200,
    fires: { partner_office_clock_untrusted: 1 },
    silent: { partner_office_clock_untrusted: 0 },
  },
  {
    alert: 'JobFailing',
    afterS: 0,
    fires: { 'partner_office_job_failures{background_job="seal"}': '0 -> 4' },
    silent: { 'partner_office_job_failures{background_job="seal"}': '0 -> 3' },
  },
  {
    alert: 'RatesOld',
    afterS: 0,
    fires: { partner_office_rates_age_seconds: 3_601 },
    silent: { partner_office_rates_age_seconds: 3_600 },
  },
  {
    alert: 'MailsWait',
    afterS: 0,
    fires: { 'partner_office_queue_age_seconds{queue="notices"}': 3_601 },
    silent: {
      'partner_office_queue_age_seconds{queue="notices"}': 3_600,
      'partner_office_queue_age_seconds{queue="payouts"}': 9_999,
    },
  },
  {
    alert: 'BackupOld',
    afterS: 0,
    fires: { partner_office_backup_age_seconds: 129_601 },
    silent: { partner_office_backup_age_seconds: 129_600 },
  },
  {
    alert: 'BackupOld',
    afterS: 0,
    fires: { partner_office_backup_age_seconds: 'Inf' },
    silent: { partner_office_backup_age_seconds: 0 },
  },
  {
    alert: 'RestoreTestOld',
    afterS: 0,
    fires: { partner_office_restore_test_age_seconds: 2_678_401 },
    silent: { partner_office_restore_test_age_seconds: 2_678_400 },
  },
  {
    alert: 'ArchiveFailing',
    afterS: 300,
    fires: { partner_office_archive_failing: 1 },
    silent: { partner_office_archive_failing: 0 },
  },
  { alert: 'ArchiveFailingHalf', afterS: 0, fires: failingArchive(49), silent: failingArchive(50) },
  {
    alert: 'ArchiveFailingFifth',
    afterS: 0,
    fires: failingArchive(19),
    silent: failingArchive(20),
  },
  {
    alert: 'Connections',
    afterS: 60,
    fires: { partner_office_connections_used: 81, partner_office_connections_allowed: 100 },
    silent: { partner_office_connections_used: 80, partner_office_connections_allowed: 100 },
  },
  {
    alert: 'ErrorRate',
    afterS: 60,
    fires: { [five('200')]: '+980', [five('503')]: '+20' },
    silent: { [five('200')]: '+990', [five('503')]: '+10' },
  },
  // 2 % beyond half a second puts the 99th of 100 answers in the middle of the bucket up to 2 s: at 1.25 s; 1.5 % puts it at 1 s.
  {
    alert: 'SlowAnswers',
    afterS: 300,
    fires: { [bucket('0.5')]: '+980', [bucket('2')]: '+1000', [bucket('+Inf')]: '+1000' },
    silent: { [bucket('0.5')]: '+985', [bucket('2')]: '+1000', [bucket('+Inf')]: '+1000' },
  },
]

/** Rules are evaluated every 5 s as in the deployment; every minute where an alert waits for hours, which would take long. */
const stepOf = ({ afterS }: Case): 5 | 60 => (afterS > 600 ? 60 : 5)
/** Rates need two samples, and a jump needs what was before it. */
const LEAD_S = 600

/** Values in the notation of promtool, for `seconds`. */
function valuesOf(value: number | string, steps: number): string {
  const [, from, to] = /^(\d+) -> (\d+)$/.exec(String(value)) ?? []
  if (from !== undefined) return `${from}x${LEAD_S / 5 - 1} ${to}x${steps}`
  if (String(value).startsWith('+')) return `0${value}x${steps}`
  return value === 'Inf' ? Array.from({ length: 20 }, () => 'Inf').join(' ') : `${value}x${steps}`
}

/** Whether an alert fires at an instant, as a test of promtool. */
const firesAt = (alert: string, seconds: number, isFiring: boolean) => ({
  expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
  eval_time: `${seconds}s`,
  exp_samples: [{ labels: '{}', value: isFiring ? 1 : 0 }],
})

/** What begins with the first sample fires after its time; rates begin with the second sample, jumps in the middle. */
function beginOf(series: Series): number {
  const values = Object.values(series).map(String)
  if (values.some((value) => value.includes('->'))) return LEAD_S
  return values.some((value) => value.startsWith('+')) ? 5 : 0
}

function testsOf(one: Case, at: number) {
  const { alert, afterS, fires, silent } = one
  const step = stepOf(one)
  const begin = beginOf(fires)
  const end = begin + afterS
  const steps = Math.ceil((end + 60) / step)
  const input = (series: Series) =>
    Object.entries(series).map(([name, value]) => ({
      series: name,
      values: valuesOf(value, steps),
    }))
  const before = afterS === 0 ? [] : [firesAt(alert, end - step, false)]
  return [
    {
      name: `${at} fires`,
      interval: `${step}s`,
      input_series: input(fires),
      promql_expr_test: [...before, firesAt(alert, end, true)],
    },
    {
      name: `${at} silent`,
      interval: `${step}s`,
      input_series: input(silent),
      promql_expr_test: [0, end, end + 60].map((time) => firesAt(alert, time, false)),
    },
  ]
}

function runPromtool(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(promtool!, words, { encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}

const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name!)

describe.skipIf(promtool === null)('deploy/prometheus/rules.yml', () => {
  test('OBS-003 promtool accepts it', () => {
    expect(runPromtool('check', 'rules', RULES)).toMatchObject({ status: 0 })
  })

  test('each alert has a test', () => {
    expect(new Set(CASES.map(({ alert }) => alert))).toEqual(new Set(alerts))
  })

  test.each([5, 60])(
    'OBS-004 BKP-009 each alert fires at its threshold and its time, and is silent just below; every %i s',
    (step) => {
      // JSON is YAML.
      const file = join(folder, `rules-${step}.test.json`)
      const tests = CASES.filter((one) => stepOf(one) === step).flatMap(testsOf)
      const evaluation = `${step}s`
      writeFileSync(
        file,
        JSON.stringify({ rule_files: [RULES], evaluation_interval: evaluation, tests }),
      )
      expect(runPromtool('test', 'rules', file)).toMatchObject({ status: 0 })
    },
  )
})

describe('deploy/prometheus/rules.yml, texts', () => {
  const annotations = rules.split(/^ +- alert: /m).slice(1)
  const operations = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  const anchors = [...operations.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

  test('OBS-006 each alert has a summary, what to do in two sentences, and a section that exists', () => {
    expect(annotations.length).toBe(alerts.length)
    for (const text of annotations) {
      expect(text).toMatch(/summary: '.+\.'\n/)
      const [, todo = ''] = /do: '(.+)'\n/.exec(text) ?? []
      expect(todo.split(/\. (?=[A-Z`])/)).toHaveLength(2)
      const [, anchor] = /runbook: docs\/operations\.md#([\w-]+)\n/.exec(text) ?? []
      expect(anchors).toContain(anchor)
    }
  })
})

describe('metrics that the alerts and the dashboard name', () => {
  const listed = readFileSync(join(ROOT, 'docs/metrics.md'), 'utf8')
  const own = new Set([...listed.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name!))
  /** Metrics of the parts, which only start with their names. */
  const OF_PARTS = /^(patroni|etcd|haproxy|node|up)(_|$)/
  const FUNCTIONS =
    /^(sum|max|min|count|rate|increase|abs|and|or|on|by|group_right|vector|offset|histogram_quantile|le)$/

  /** Names that stand in a query, without labels, ranges and texts. */
  const namesIn = (query: string): string[] => {
    const plain = query.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)|"[^"]*"/g, ' ')
    return [...plain.matchAll(/\b[a-z]\w*\b/g)]
      .map(([name]) => name)
      .filter((name) => !FUNCTIONS.test(name) && !/^\d/.test(name))
  }
  const isKnown = (name: string) =>
    OF_PARTS.test(name) || own.has(name) || own.has(name.replace(/_(bucket|sum|count)$/, ''))

  test('alerts name only metrics of docs/metrics.md and of the parts', () => {
    const queries = [...rules.matchAll(/^ +expr: '(.+)'$/gm)].map(([, query]) => query!)
    expect(queries).toHaveLength(alerts.length)
    expect(
      queries.flatMap(namesIn).filter((name) => !isKnown(name) && !/^\d*m$/.test(name)),
    ).toEqual([])
  })

  const dashboard = JSON.parse(
    readFileSync(join(ROOT, 'deploy/grafana/partner-office.json'), 'utf8'),
  )
  type Panel = { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }
  const panels: readonly Panel[] = dashboard.panels
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

  test('OBS-007 the dashboard shows service, database, figures, jobs, money and queues', () => {
    const rows = panels.filter(({ targets }) => targets === undefined).map(({ title }) => title)
    expect(rows).toEqual(['Service', 'Database', 'Figures', 'Jobs', 'Money', 'Queues'])
    expect(queries.length).toBeGreaterThan(15)
    expect(queries.flatMap(namesIn).filter((name) => !isKnown(name))).toEqual([])
  })

  test.skipIf(promtool === null)(
    'each query of the dashboard is a recording rule that promtool accepts',
    () => {
      const file = join(folder, 'dashboard.json')
      const recorded = queries.map((expr, at) => ({ record: `dashboard:query_${at}`, expr }))
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] }))
      expect(runPromtool('check', 'rules', file)).toMatchObject({ status: 0 })
    },
  )
})
