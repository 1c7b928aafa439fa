import { monthOf } from './months.ts'
import { office } from './operators.ts'

/** A partner of a network, with the partners below. */
export type Member = {
  /** First name and last name. */
  readonly name?: string
  readonly language?: string
  readonly password?: string
  /** Whether an own order of the least amount keeps the member active now. */
  readonly active?: boolean
  /** The amount of a further order, in EUR. */
  readonly turnover?: string
  /** Contacts: columns of the partners' file, such as `telegram`. */
  readonly contacts?: Readonly<Record<string, string>>
  readonly below?: readonly Member[]
}

type Placed = { readonly id: number; readonly sponsorId: number | null; readonly member: Member }
type Row = Readonly<Record<string, string | number>>

/** Specs use only ids below this one. */
export const LAST_ID = 1_000_000_000

/** The contact columns of the partners' file. */
const CONTACTS = 'phone,telegram,whatsapp,skype,viber,wechat,facebook,instagram,site'.split(',')

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const IDS_A_WORKER = 1_000_000
let lastGiven = 0

/** Returns an unused id: every worker has its own range, and so has the worker that replaces a failed one. */
function nextId(): number {
  lastGiven += 1
  return (Number(process.env['TEST_WORKER_INDEX']) + 1) * IDS_A_WORKER + lastGiven
}

/** The e-mail address of the partner with this id. */
export const emailOf = (id: number): string => `p${id}@example.com`

/** The given name, or the default name of the partner with this id. */
export const nameOf = (id: number, name = `Partner ${id}`): string => name

/** Creates a separate network; returns the id of `wanted`, the top by default. */
export async function makeNetwork(top: Member, wanted: Member = top): Promise<number> {
  const partners = placed(top, null)
  const now = Date.now()
  // Partners register in the order of the file, one minute apart.
  const first = now - 90 * DAY_MS
  await office(
    'import partners network.csv',
    table(partners.map((one, at) => partnerRow(one, first + at * MINUTE_MS))),
  )
  const orders = partners.flatMap((one) => orderRows(one, now))
  if (orders.length > 0) await office('import orders orders.csv', table(orders))
  return partners.find(({ member }) => member === wanted)!.id
}

function placed(member: Member, sponsorId: number | null): [Placed, ...Placed[]] {
  const id = nextId()
  const below = (member.below ?? []).flatMap((each) => placed(each, id))
  return [{ id, sponsorId, member }, ...below]
}

/** Creates a partner with this id, in a network of one. */
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
 * All orders are paid in this month, within the last two hours. The order that keeps a partner active comes before the
 * orders of others: only active partners earn from an order.
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
