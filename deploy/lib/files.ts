import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { render, type Values } from './render.ts'
import type { Site } from './site.ts'

/** A file of a machine, as rendered from a template. */
export type MachineFile = {
  /** Path on the machine, without the slash at its beginning. */
  readonly path: string
  readonly text: string
  readonly mode: number
}

const DEPLOY = join(import.meta.dirname, '..')
const SECRET = 0o640
const PUBLIC = 0o644
const SECRET_PROGRAM = 0o750

const ERRORS = {
  408: 'Request Timeout',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
} as const

/** All files of all machines by the machine's name. Real machines and the trial on one machine get the same ones. */
export function filesOf(site: Site): Map<string, MachineFile[]> {
  const machines = new Map<string, MachineFile[]>()
  for (const machine of site.databases) machines.set(machine.name, databaseFiles(site, machine))
  for (const process of site.apps) machines.set(process.name, appFiles(site, process))
  machines.set('balancer', balancerFiles(site))
  machines.set('backup', backupFiles(site))
  machines.set('watch', watchFiles(site))
  return machines
}

/** Where the files of a machine begin. */
export const rootOf = ({ values }: Site, machine: string): string =>
  values['ROOT'] === '' ? '' : join(values['ROOT']!, machine)

function databaseFiles(site: Site, machine: Site['databases'][number]): MachineFile[] {
  // Patroni asks the first member as long as it answers: its own one, so that it waits for no machine that is gone.
  const members = [machine, ...site.databases.filter((other) => other !== machine)]
  const etcdClients = members.map(({ address }) => `'${address}:2379'`).join(', ')
  const values = { ...sharedValues(site), ...machine, etcdClients }
  return [
    file('etc/default/etcd', 'database/etcd', values),
    file('etc/default/prometheus-node-exporter', 'database/node-exporter', values),
    file('etc/patroni/config.yml', 'database/patroni.yml', values, SECRET),
    file('etc/patroni/post-bootstrap', 'database/post-bootstrap', values, SECRET_PROGRAM),
    file('etc/pgbackrest.conf', 'database/pgbackrest.conf', values, SECRET),
  ]
}

function appFiles(site: Site, process: Site['apps'][number]): MachineFile[] {
  const values = { ...sharedValues(site), ...process }
  const environment = `etc/partner-office/${process.name}.env`
  return [
    file(environment, 'app/app.env', values, SECRET),
    ...units(['partner-office@.service'], values),
  ]
}

function balancerFiles(site: Site): MachineFile[] {
  const values = { ...sharedValues(site), root: rootOf(site, 'balancer') }
  const errors = Object.entries(ERRORS).map(([status, reason]) => {
    const text = render(template('balancer/error.http'), { status, reason })
    // HAProxy sends the file as it is, and HTTP ends its lines with both characters.
    const sent = text.replaceAll('\n', '\r\n').replace(/\r\n$/, '')
    return { path: `etc/haproxy/errors/office-${status}.http`, text: sent, mode: PUBLIC }
  })
  return [file('etc/haproxy/haproxy.cfg', 'balancer/haproxy.cfg', values), ...errors]
}

function backupFiles(site: Site): MachineFile[] {
  const values = {
    ...sharedValues(site),
    address: site.values['BACKUP']!,
    root: rootOf(site, 'backup'),
  }
  return [
    file('etc/pgbackrest.conf', 'backup/pgbackrest.conf', values, SECRET),
    file('etc/partner-office/restore-test.env', 'backup/restore-test.env', values, SECRET),
    ...units(unitsNamed(/backup|restore-test/), values),
  ]
}

function watchFiles(site: Site): MachineFile[] {
  const values = sharedValues(site)
  const rules = readFileSync(join(DEPLOY, 'prometheus', 'rules.yml'), 'utf8')
  return [
    file('etc/default/prometheus', 'watch/prometheus', values),
    file('etc/default/prometheus-alertmanager', 'watch/prometheus-alertmanager', values),
    file('etc/prometheus/prometheus.yml', 'watch/prometheus.yml', values),
    file('etc/prometheus/alertmanager.yml', 'watch/alertmanager.yml', values),
    { path: 'etc/prometheus/rules.yml', text: rules, mode: PUBLIC },
  ]
}

/** Values that every template may name. */
const sharedValues = ({ values, databases, apps }: Site) => ({
  ...values,
  databases,
  apps,
  backupRoot: rootOf({ values, databases, apps }, 'backup'),
  etcdMembers: databases.map(({ name, address }) => `${name}=http://${address}:2380`).join(','),
})

const template = (name: string): string => readFileSync(join(DEPLOY, 'templates', name), 'utf8')

const file = (path: string, from: string, values: Values, mode = PUBLIC): MachineFile => ({
  path,
  text: render(template(from), values),
  mode,
})

const unitsNamed = (pattern: RegExp): string[] =>
  readdirSync(join(DEPLOY, 'templates', 'systemd')).filter((name) => pattern.test(name))

const units = (names: readonly string[], values: Values): MachineFile[] =>
  names.map((name) => file(`etc/systemd/system/${name}`, `systemd/${name}`, values))
