import type pg from 'pg'

import { type Finding, findingIf } from './finding.ts'

/** Winter and summer of both hemispheres: a zone that is UTC in both always is. */
const SEASONS = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'] as const

type Setting = {
  readonly name: 'TimeZone' | 'log_timezone'
  readonly zone: string
  /** Where it was set, as PostgreSQL says. */
  readonly source: string
  readonly user: string
  readonly database: string
}

const OTHER_ZONES = `
  select s.name, s.setting as zone, s.source, quote_ident(session_user) as user, quote_ident(current_database()) as database
  from pg_settings s
  where s.name in ('TimeZone', 'log_timezone') and exists (
    select from unnest($1::timestamptz[]) as instant
    where instant at time zone s.setting <> instant at time zone 'UTC')
  order by s.name desc`

/**
 * Zones of a PostgreSQL server that are not UTC. The product counts in UTC whatever they are; people and other programs do not.
 *
 * Source: cluster.md, OBS-009.
 */
export async function examineServerZones(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<readonly Finding[]> {
  const { rows } = await client.query<Setting>(OTHER_ZONES, [SEASONS])
  return rows.map((setting) =>
    setting.name === 'TimeZone' ? ofConnections(setting) : ofLog(setting),
  )
}

const ofConnections = ({ zone, source, user, database }: Setting): Finding => ({
  code: 'database_zone',
  problem: `Connections to the database are in the time zone ${zone}.`,
  effect:
    'Figures stay as they are. But in psql and in reports from the database, days and months begin at another instant than in the product.',
  remedy: RESET[source]?.(user, database) ?? inUtc('timezone'),
})

const ofLog = ({ zone }: Setting): Finding => ({
  code: 'log_zone',
  problem: `The log of the server is written in the time zone ${zone}.`,
  effect: 'Its times do not agree with those of alerts, of the audit log and of the product.',
  remedy: inUtc('log_timezone'),
})

/** What was set for a user or a database comes before the setting of the server. */
const RESET: Readonly<Record<string, (user: string, database: string) => string>> = {
  user: (user) => `alter role ${user} reset timezone;`,
  database: (_user, database) => `alter database ${database} reset timezone;`,
  'database user': (user, database) => `alter role ${user} in database ${database} reset timezone;`,
  client: () => 'Take the time zone out of DATABASE_URL.',
}

const inUtc = (setting: string): string =>
  `alter system set ${setting} = 'UTC'; select pg_reload_conf(); or with Patroni: patronictl edit-config -p ${setting}=UTC`

/** The zone of this process: that of its machine or container, or of `TZ`. Source: cluster.md, OBS-009. */
export function examineOwnZone(
  zone: string = Intl.DateTimeFormat().resolvedOptions().timeZone,
): readonly Finding[] {
  return findingIf(!SEASONS.every((at) => isUtc(zone, new Date(at))), {
    code: 'machine_zone',
    problem: `This machine is in the time zone ${zone}.`,
    effect:
      'Times in the logs of Patroni, HAProxy and pgBackRest do not agree with those of alerts and of the product, and an hour comes twice in them when summer time ends.',
    remedy: 'timedatectl set-timezone UTC; in a container: TZ=UTC',
  })
}

const isUtc = (timeZone: string, at: Date): boolean =>
  Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .some(({ type, value }) => type === 'timeZoneName' && /^GMT(?:\+00:00)?$/.test(value))
