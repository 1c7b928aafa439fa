import type { Alert, AlertName } from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import type { Session } from '../console.ts'
import { ALERTS, mendOf } from './alert-table.ts'

/** The alerts that stand, the oldest first; silenced ones last. Source: requirements TOD-002, TOD-004. */
export async function readAlerts(
  { database: { read }, clock }: Core,
  { roles }: Session,
): Promise<Alert[]> {
  const rows = await read
    .selectFrom('console.alerts as a')
    .leftJoin('console.alertSilences as s', (join) =>
      join
        .onRef('s.name', '=', 'a.name')
        .onRef('s.object', '=', 'a.object')
        .on('s.until', '>', clock()),
    )
    .leftJoin('console.operators as o', 'o.id', 's.operatorId')
    .select(['a.name', 'a.object', 'a.sentence', 'a.parameters', 'a.since'])
    .select(['s.until', 's.reason', 'o.email'])
    .orderBy('a.since')
    .orderBy('a.name')
    .orderBy('a.object')
    .execute()
  const alerts = rows.map(({ name, object, until, reason, email, ...condition }) => ({
    ...condition,
    name: name as AlertName,
    object,
    mend: mendOf(name as AlertName, object),
    silence: until === null ? null : { by: email!, until, reason: reason! },
    acts: roles.includes('admin') ? actsOn(name as AlertName, until !== null) : [],
  }))
  return [
    ...alerts.filter(({ silence }) => silence === null),
    ...alerts.filter(({ silence }) => silence !== null),
  ]
}

const actsOn = (name: AlertName, isSilent: boolean): Alert['acts'] => [
  isSilent ? 'speak' : 'silence',
  ...(ALERTS[name].isConfirmed === true ? ['acknowledge' as const] : []),
]
