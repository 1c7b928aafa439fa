import { monthOf } from './months.ts'
import { office } from './operators.ts'

/** Somebody of a network, and who stands below them. */
export type Member = {
  /** First name and last name. */
  readonly name?: string
  readonly language?: string
  readonly password?: string
  /** Whether an own order of the least amount keeps the member active now. */
  readonly active?: boolean
  /** What they have bought for besides, in EUR. */
  readonly turnover?: string
  /** How to reach them: columns of the partners' file, such as `telegram`. */
  readonly contacts?: Readonly<Record<string, string>>
  readonly below?: readonly Member[]
}

type Placed = { readonly id: number; readonly sponsorId: number | null; readonly member: Member }
type Row = Readonly<Record<string, string | number>>

/** No spec gives this number away, nor one above it. */
export const LAST_ID = 1_000_000_000

/** The columns of the partners' file that say how to reach somebody. */
const CONTACTS = 'phone,telegram,whatsapp,skype,viber,wechat,facebook,instagram,site'.split(',')

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const IDS_A_WORKER = 1_000_000
let given = 0

/** A number nobody has: every worker has a range of its own, and so has the one that follows a worker that failed. */
function nextId(): number {
  given += 1
  return (Number(process.env['TEST_WORKER_INDEX']) + 1) * IDS_A_WORKER + given
}

/** The address of the partner with this number. */
export const emailOf = (id: number): string => `p${id}@example.com`

/** The name of the partner with this number, where it was given none. */
export const nameOf = (id: number, name = `Partner ${id}`): string => name

/** Make a network that shares nothing with any other; answers the number of one of it, who is at its top by default. */
export async function makeNetwork(top: Member, whose: Member = top): Promise<number> {
  const everybody = placed(top, null)
  const now = Date.now()
  // In the order in which they stand in the file, a minute between any two.
  const first = now - 90 * DAY_MS
  await office(
    'import partners network.csv',
    table(everybody.map((one, at) => partnerRow(one, first + at * MINUTE_MS))),
  )
  const orders = everybody.flatMap((one) => orderRows(one, now))
  if (orders.length > 0) await office('import orders orders.csv', table(orders))
  return everybody.find(({ member }) => member === whose)!.id
}

function placed(member: Member, sponsorId: number | null): [Placed, ...Placed[]] {
  const id = nextId()
  const below = (member.below ?? []).flatMap((each) => placed(each, id))
  return [{ id, sponsorId, member }, ...below]
}

/** Somebody who stands at the top of a network of one. */
export async function takeUp(id: number): Promise<void> {
  const row = partnerRow({ id, sponsorId: null, member: {} }, Date.now())
  await office('import partners one.csv', table([row]))
}

function partnerRow({ id, sponsorId, member }: Placed, registeredAt: number): Row {
  const [firstName = '', ...lastNames] = nameOf(id, member.name).split(' ')
  return {
    id,
    sponsorId: sponsorId ?? '',
    email: emailOf(id),
    firstName,
    lastName: lastNames.join(' '),
    registeredAt,
    countryId: 'DE',
    uiLanguage: member.language ?? 'en',
    password: member.password ?? '',
    ...Object.fromEntries(CONTACTS.map((kind) => [kind, member.contacts?.[kind] ?? ''])),
  }
}

/**
 * All orders are paid in this month, within the last two hours. The order that keeps a partner active comes before those
 * of others: only active partners earn from an order.
 */
function orderRows({ id: partnerId, member }: Placed, now: number): Row[] {
  const { active, bought } = paidIn(now)
  const order = (amount: string, paidAt: number) => ({
    orderId: nextId(),
    partnerId,
    paidAt,
    amount,
  })
  return [
    ...(member.active === true ? [order('50.00', active)] : []),
    ...(member.turnover === undefined ? [] : [order(member.turnover, bought)]),
  ]
}

/** Two instants of this month: two hours and one hour ago, or closer together in the first hours of a month. */
function paidIn(now: number): { active: number; bought: number } {
  const passed = Math.min(now - monthOf(now), 120 * MINUTE_MS)
  return { active: now - passed, bought: now - Math.floor(passed / 2) }
}

function table(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0]!)
  const cell = (value: string | number = '') => `"${String(value).replaceAll('"', '""')}"`
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(','))
  return `${[columns.join(','), ...lines].join('\n')}\n`
}
