import type { KillJournal, SentFile } from './kill-journal.ts'
import type { Victim } from './kill-victim.ts'

/** The victim's data after a kill. */
type Stored = {
  /** DIRECT credits by order; each order has exactly one, as every buyer has a sponsor. */
  readonly direct: ReadonlyMap<number, readonly Credit[]>
  readonly partners: ReadonlySet<number>
  readonly faults: readonly string[]
}
type Credit = { readonly partnerId: number; readonly amount: string }

/**
 * Checks that all acknowledged data exists, nothing is partial, and the books are right; returns the faults.
 *
 * `sponsorOf`: returns the sponsor of a buyer.
 */
export async function look(
  server: Victim,
  journal: KillJournal,
  sponsorOf: (partnerId: number) => number,
): Promise<string[]> {
  const stored = await readStored(server)
  const faults = [
    ...stored.faults,
    ...orderFaults(journal, stored, sponsorOf),
    ...journal.files.flatMap((file) => fileFaults(file, stored)),
  ]
  const verified = await server.office(['verify'])
  if (verified.exit !== 0)
    faults.push(`verify: ${[verified.out, ...verified.notes].join(' ').trim()}`)
  journal.settle(
    (id) => stored.direct.has(id),
    (file) => countThere(file, stored) > 0,
  )
  return faults
}

async function readStored(server: Victim): Promise<Stored> {
  const faults: string[] = []
  const read = async (kind: string) => {
    const { exit, out } = await server.office(['export', kind])
    if (exit !== 0) faults.push(`${kind} could not be exported`)
    return out.split('\n').slice(1, -1)
  }
  const direct = new Map<number, Credit[]>()
  const sums = new Map<string, bigint>()
  for (const line of await read('ledger')) {
    const [, , kind, debit, credit, , amount, ...reference] = line.split(',')
    const units = BigInt(amount!.replace('.', ''))
    sums.set(debit!, (sums.get(debit!) ?? 0n) - units)
    sums.set(credit!, (sums.get(credit!) ?? 0n) + units)
    if (kind !== 'DIRECT') continue
    const orderId = Number(reference.join(',').replace('order ', ''))
    const paid = { partnerId: Number(credit!.split(':')[1]), amount: amount! }
    direct.set(orderId, [...(direct.get(orderId) ?? []), paid])
  }
  faults.push(...balanceFaults(await read('balances'), sums))
  const partners = new Set((await read('figures')).map((line) => Number(line.split(',')[0])))
  return { direct, partners, faults }
}

/** Each partner's balance is the sum of the movements, so with the company's accounts everything sums to zero. */
function balanceFaults(lines: readonly string[], sums: ReadonlyMap<string, bigint>): string[] {
  const faults: string[] = []
  let partners = 0n
  let company = 0n
  for (const [account, sum] of sums) if (account.startsWith('company:')) company += sum
  for (const line of lines) {
    const [partnerId, account, amount] = line.split(',')
    const balance = BigInt(amount!.replace('.', ''))
    partners += balance
    const due = sums.get(`partner:${partnerId}:${account}`) ?? 0n
    if (balance !== due) faults.push(`partner ${partnerId}: balance ${balance}, movements ${due}`)
  }
  if (partners + company !== 0n) faults.push(`everything sums to ${partners + company}`)
  return faults
}

function orderFaults(
  { acknowledged }: KillJournal,
  { direct }: Stored,
  sponsorOf: (partnerId: number) => number,
): string[] {
  const faults: string[] = []
  for (const { orderId, userId, cents } of acknowledged.values()) {
    const found = direct.get(orderId) ?? []
    const due = { partnerId: sponsorOf(userId), amount: directAmount(cents) }
    if (found.length === 0) faults.push(`order ${orderId} is lost`)
    else if (
      found.some(({ partnerId, amount }) => partnerId !== due.partnerId || amount !== due.amount)
    ) {
      faults.push(`order ${orderId} is not the one that was acknowledged`)
    }
  }
  for (const [orderId, { length }] of direct) {
    if (length > 1) faults.push(`order ${orderId} was credited ${length} times`)
  }
  return faults
}

/** 40 % of the order at the starting rate of 2 UPT for a EUR, with 8 decimals. */
const directAmount = (cents: number): string => `${((cents * 8) / 1_000).toFixed(3)}00000`

function fileFaults(file: SentFile, stored: Stored): string[] {
  const { kind, ids, state } = file
  const there = countThere(file, stored)
  const name = `the file of ${ids.length} ${kind} from ${ids[0]}`
  if (there !== 0 && there !== ids.length) return [`${name} is there with ${there} of them`]
  if (there === 0 && state === 'stored') return [`${name} is lost`]
  if (there !== 0 && state === 'absent') return [`${name} has come back`]
  return []
}

function countThere({ kind, ids }: SentFile, { direct, partners }: Stored): number {
  return ids.filter((id) => (kind === 'orders' ? direct : partners).has(id)).length
}
