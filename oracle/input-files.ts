/** Steps as the operator hands them in: CSV files and commands (operations 4 and 5). */

import type { Step } from './compute.ts'
import type { OrderRow, PartnerRow } from './network.ts'
import { Random } from './random.ts'

const FIRST_NAMES = [
  'Anna',
  'Мария',
  '李',
  'محمد',
  'Ζωή',
  'José',
  'Joe "Ace"',
  'Ann, Mary',
  "D'Arcy",
]
const LAST_NAMES = [
  'Smith',
  "O'Neill",
  'Иванов',
  '王',
  'الأحمد',
  'Παππάς',
  'Núñez',
  'Lee, Jr.',
  '"Q"',
]
const COUNTRIES = ['DE', 'FR', 'US', 'JP', 'BR', 'IN', 'GB', 'PL', 'ES', 'IT']
/** Minutes east of UTC. */
const OFFSETS = [0, 60, 120, -480, -210, 330, 345, 840, -720]
const MINUTE = 60_000

/** The seed decides how names, instants and quotes are written, not what they say. */
export function partnersCsv(rows: readonly PartnerRow[], seed: number): string {
  const random = new Random(seed)
  const lines = ['id,sponsorId,email,firstName,lastName,registeredAt,countryId']
  for (const { id, sponsorId, registeredAt } of rows) {
    lines.push(
      line(random, [
        String(id),
        sponsorId === null ? '' : String(sponsorId),
        `partner.${id}@example.com`,
        random.pick(FIRST_NAMES),
        random.pick(LAST_NAMES),
        instantText(random, registeredAt),
        random.pick(COUNTRIES),
      ]),
    )
  }
  return lines.map((text) => `${text}\n`).join('')
}

export function ordersCsv(rows: readonly OrderRow[], seed: number): string {
  const random = new Random(seed)
  const lines = ['orderId,partnerId,paidAt,amount']
  for (const { orderId, partnerId, paidAt, amount } of rows) {
    const instant = instantText(random, paidAt)
    lines.push(line(random, [String(orderId), String(partnerId), instant, amount]))
  }
  return lines.map((text) => `${text}\n`).join('')
}

/** RFC 4180: quoted where it must be, and sometimes where it may be. */
function line(random: Random, cells: readonly string[]): string {
  return cells
    .map((cell) => {
      const must = /[",\r\n]/.test(cell)
      const may = cell !== '' && random.chance(0.02)
      return must || may ? `"${cell.replaceAll('"', '""')}"` : cell
    })
    .join(',')
}

/** Epoch milliseconds, or ISO 8601 in some zone. */
export function instantText(random: Random, instant: number): string {
  if (random.chance(0.4)) return String(instant)
  const offset = random.pick(OFFSETS)
  let local = new Date(instant + offset * MINUTE).toISOString().slice(0, -1)
  if (instant % 1000 === 0 && random.chance(0.5)) local = local.slice(0, -4)
  if (offset === 0 && random.chance(0.7)) return `${local}Z`
  const minutes = Math.abs(offset)
  const hh = String(Math.floor(minutes / 60)).padStart(2, '0')
  const mm = String(minutes % 60).padStart(2, '0')
  return `${local}${offset < 0 ? '-' : '+'}${hh}:${mm}`
}

export type Command = {
  /** Behind `office`, a file by its name. */
  args: string[]
  /** What must be in that file. */
  file?: { name: string; text: string }
}

/** The commands of one step; a rates step may need several. */
export function commandsOf(step: Step, place: number, seed: number): Command[] {
  const number = String(place + 1).padStart(3, '0')
  const fileSeed = seed * 1000 + place
  if (step.kind === 'importPartners') {
    const name = `${number}-partners.csv`
    const text = partnersCsv(step.rows, fileSeed)
    return [{ args: ['import', 'partners', name], file: { name, text } }]
  }
  if (step.kind === 'importOrders') {
    const name = `${number}-orders.csv`
    const text = ordersCsv(step.rows, fileSeed)
    return [{ args: ['import', 'orders', name], file: { name, text } }]
  }
  if (step.kind === 'rates') {
    return step.rates.map(({ from, to, rate }) => ({
      args: ['rates', 'set', from, to, rate, '--type', 'SELL'],
    }))
  }
  if (step.kind === 'cancel') {
    return [{ args: ['cancel', 'order', String(step.orderId), '--reason', 'returned'] }]
  }
  if (step.kind === 'close') return [{ args: ['close', step.month] }]
  return [{ args: ['partner', step.kind, String(step.partnerId)] }]
}
