import { monthEnd, parseMonth } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { isGone } from '../processes/read-processes.ts'
import type { Condition } from '../today/condition.ts'
import {
  findClockUntrusted,
  findFiguresDrift,
  findImportUnfinished,
} from '../today/conditions-of-operation.ts'
import { findUnknownDifference } from '../today/condition-of-verify.ts'
import { type Finding, line, listed, NOTHING } from './finding.ts'
import type { Ground } from './ground.ts'

/** Room on the disk that a posted record needs: its transfer, both rows' indexes, its share of a statement, and the log of writes. */
const BYTES_A_RECORD = 4_096

/** What can stop a close at any time, not only when it is computed. `records` are those to be posted. */
export type StandingGround = {
  readonly core: Core
  readonly closing: { readonly period: string }
  readonly records: number
}

export async function findNotOver({ core, closing: { period } }: StandingGround): Promise<Finding> {
  const end = monthEnd(parseMonth(period)!)
  if (end <= core.clock()) return NOTHING
  return listed([line('month', period, { end })])
}

/** Source: D-160, "a needed rate missing (names the pair and the first record that needs it)". */
export async function findMissingRates({ missing }: Ground): Promise<Finding> {
  return listed(missing.map(({ currency, first }) => line('rate', `EUR/${currency}`, { ...first })))
}

export const findImport = ({ core }: StandingGround): Promise<Finding> =>
  standing(core, findImportUnfinished, 'none')

export const findDrift = ({ core }: StandingGround): Promise<Finding> =>
  standing(core, findFiguresDrift, 'process')

export const findVerify = ({ core }: StandingGround): Promise<Finding> =>
  standing(core, findUnknownDifference, 'job')

export const findClock = ({ core }: StandingGround): Promise<Finding> =>
  standing(core, findClockUntrusted, 'process')

/** Processes of this product that have less room than the close needs. Units: bytes. */
export async function findDisk({ core, records }: StandingGround): Promise<Finding> {
  const needed = records * BYTES_A_RECORD
  const processes = await core.database.read
    .selectFrom('console.processes as p')
    .select(['p.name', 'p.freeDisk'])
    .where((is) => is.not(isGone(core)))
    .where('p.freeDisk', '<', needed)
    .orderBy('p.name')
    .execute()
  return listed(
    processes.map(({ name, freeDisk }) => line('process', name, { freeDisk: freeDisk!, needed })),
  )
}

async function standing(
  core: Core,
  find: (core: Core) => Promise<readonly Condition[]>,
  kind: Parameters<typeof line>[0],
): Promise<Finding> {
  const conditions = await find(core)
  return listed(conditions.map(({ object, sentence }) => line(kind, object, { sentence })))
}
