// The clock of a run of browser tests: the runner, the product and the pages all begin at the same chosen instant.

/**
 * The instant at which a run begins unless E2E_NOW names another: the middle of a day in the middle of a month, so that no
 * run meets the end of either by chance.
 */
const BEGINNING = '2026-11-17T12:00:00Z'

/** How far this run is from the real time. The first process decides; its children and the product inherit it. */
process.env['CLOCK_SHIFT_MS'] ??= String(
  Date.parse(process.env['E2E_NOW'] ?? BEGINNING) - Date.now(),
)
export const SHIFT_MS = Number(process.env['CLOCK_SHIFT_MS'])
if (Number.isNaN(SHIFT_MS)) throw new Error('E2E_NOW must be an instant, as 2026-03-01T00:10:00Z')

const realNow = Date.now

/** The time of the machine, by which browsers keep cookies. */
export const machineNow = () => realNow()

/**
 * Moves the clock of the process or page that calls it. Time still passes. Returns what moves it further.
 *
 * @param {number} shiftMs
 * @returns {(moreMs: number) => void}
 */
export function shiftClock(shiftMs) {
  const now = Date.now
  let ahead = shiftMs
  Date.now = () => now() + ahead
  globalThis.Date = new Proxy(Date, {
    construct: (date, words, newTarget) =>
      Reflect.construct(date, words.length === 0 ? [date.now()] : words, newTarget),
  })
  return (moreMs) => {
    ahead += moreMs
  }
}

const shiftFurther = shiftClock(SHIFT_MS)

/** How far a jump sets the product's clock ahead: a confirmation is too old after one, an idle session after two. */
export const JUMP_MS = 16 * 60_000
// `startProduct` sends it to the product alone.
process.on('SIGUSR2', () => shiftFurther(JUMP_MS))
