import { type BonusRecord, getUser } from '@partner-office/contracts'
import { monthEnd } from '@partner-office/domain'
import { type Api, CallFailed, failedWith, whenReady } from '@partner-office/web'
import { queryOptions } from '@tanstack/react-query'

import { RANKS_FRESH_MS } from '../../lib/queries/ranks.ts'
import { type Programme, type ProgrammeRow, TURBO } from './programmes.ts'

/** A programme in one period, and its rows. */
export type ProgrammePeriod<Of extends BonusRecord = BonusRecord> = {
  readonly record: Of
  readonly rows: readonly ProgrammeRow[]
}

/**
 * A programme in a month; state and errors are cached per month.
 *
 * Units: `month` is the first millisecond of a UTC month.
 * Refuses: `not_found`, where a month has no rows.
 * Source: requirements XBO-001 to XBO-011.
 */
export const programmeQuery = (api: Api, programme: Programme, month: number) =>
  queryOptions({
    queryKey: ['programme', programme.kind, month],
    staleTime: RANKS_FRESH_MS,
    queryFn: ({ signal }) =>
      whenReady(async () => {
        const [record, rows] = await Promise.all([
          programme.record(api, { at: month, signal }),
          programme.rows(api, { at: lastKnown(month, monthEnd(month)), signal }),
        ])
        return period(record, rows)
      }, api.giveUpMs),
  })

/** Turbo in the window that contains an instant; now by default. Source: requirements XBO-008. */
export const turboQuery = (api: Api, at: number | undefined) =>
  queryOptions({
    queryKey: ['programme', TURBO.kind, at],
    staleTime: RANKS_FRESH_MS,
    queryFn: ({ signal }) =>
      whenReady(async () => {
        const record = await TURBO.record(api, { at, signal })
        const { windowStart, windowEnd } = record
        const rows = await TURBO.rows(api, { at: lastKnown(windowStart, windowEnd), signal })
        return period(record, rows)
      }, api.giveUpMs),
  })

/** The caller's user, for the registration time: no window of turbo begins before it. Source: decisions C5. */
export const userQuery = (api: Api) =>
  queryOptions({
    queryKey: ['user'],
    staleTime: Infinity,
    queryFn: ({ signal }) => api.call('business', getUser, { quiet: true, signal }),
  })

/** Instant of the rows of a period: its last millisecond, or its start while it is open. The service refuses future instants. */
export const lastKnown = (start: number, end: number): number =>
  end > Date.now() ? start : end - 1

function period<Of extends BonusRecord>(
  record: Of,
  rows: readonly ProgrammeRow[],
): ProgrammePeriod<Of> {
  if (rows.length === 0) throw new CallFailed(failedWith('not_found'))
  return { record, rows }
}
