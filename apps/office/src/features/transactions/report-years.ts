/** The first year with statements. Source: requirements REP-011. */
const FIRST_YEAR = 2023

/** The years of the generate form, from the current UTC year down. Source: requirements REP-011. */
export function reportYears(now: number): number[] {
  const last = new Date(now).getUTCFullYear()
  return Array.from({ length: Math.max(0, last - FIRST_YEAR + 1) }, (_, back) => last - back)
}

/** The months of the generate form, 01 to 12, as they are sent. Source: requirements REP-012. */
export const REPORT_MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))

/** The month that runs, and the day after it, on which its statements are made. Both are the first instant, UTC. */
export function nextStatement(now: number): { readonly month: number; readonly date: number } {
  const day = new Date(now)
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()]
  return { month: Date.UTC(year, month), date: Date.UTC(year, month + 1) }
}
