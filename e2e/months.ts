/** The start of the month of an instant, in UTC. Units: epoch milliseconds. */
export function monthOf(instant: number): number {
  const date = new Date(instant)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

/** The start of this month. */
export const thisMonth = (): number => monthOf(Date.now())

/** The start of last month. */
export const lastMonth = (): number => monthOf(thisMonth() - 1)
