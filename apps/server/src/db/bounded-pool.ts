import type pg from 'pg'

/** Callers that may wait for a connection at once. */
const MOST_WAITING = 1_000
const WAITED_TOO_LONG = 'timeout exceeded when trying to connect'

/** The database is in use, and too many callers wait for it or have waited too long. */
export class DatabaseBusy extends Error {}

/** True when the database has no free connection for a call. */
export const isDatabaseBusy = (error: unknown): boolean => error instanceof DatabaseBusy

type Pool = Pick<pg.Pool, 'options' | 'waitingCount' | 'connect' | 'end'>

/** A pool whose queue of waiting callers is bounded; further callers are refused at once. */
export function boundedPool(pool: Pool, mostWaiting = MOST_WAITING) {
  return {
    options: pool.options,
    connect: async (): Promise<pg.PoolClient> => {
      if (pool.waitingCount >= mostWaiting) throw new DatabaseBusy('too many wait for a connection')
      try {
        return await pool.connect()
      } catch (error) {
        const { message } = error as Error
        throw message === WAITED_TOO_LONG ? new DatabaseBusy(message) : error
      }
    },
    end: () => pool.end(),
  }
}
