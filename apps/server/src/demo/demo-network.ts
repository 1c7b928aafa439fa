import { DAY_MS } from '@partner-office/domain'

import { type People, PEOPLES } from './demo-names.ts'
import { SeededRandom } from './random.ts'

export type DemoPartner = {
  readonly id: number
  readonly sponsorId: number | null
  readonly depth: number
  /** How many partners stand below. */
  readonly teamSize: number
  readonly firstLine: number
  readonly registeredAt: number
  readonly people: People
  readonly firstName: string
  readonly lastName: string
}

export type DemoOrder = {
  readonly orderId: number
  readonly partnerId: number
  readonly paidAt: number
  readonly cents: number
}

export type DemoSize = {
  readonly partners: number
  readonly months: number
  readonly seed: number
  /** The instant up to which there are orders. */
  readonly now: number
}

const LEG_SHARES = [0.4, 0.3, 0.2]
const MONTH_MS = 30.4375 * DAY_MS
/** Teams up to this size form one straight line, which makes deep lines. */
const CHAIN_BELOW = 8

/** The first instant of a demo. */
export const demoBegin = ({ months, now }: Pick<DemoSize, 'months' | 'now'>): number =>
  now - months * MONTH_MS

/**
 * A network that looks like a grown one: leaders with a few strong legs and some people of their own, each leg built
 * the same way, ending in short chains; one leg goes deep. The root comes first, sponsors before those they sponsor.
 *
 * The same size and seed make the same network.
 */
export function demoPartners({ partners, months, seed, now }: DemoSize): DemoPartner[] {
  const random = new SeededRandom(seed)
  const begin = demoBegin({ months, now })
  const made: DemoPartner[] = []
  const waiting = [{ sponsor: null as DemoPartner | null, team: partners, chain: 0 }]
  for (let next = 0; next < waiting.length; next += 1) {
    const { sponsor, team, chain } = waiting[next]!
    const legs = chain > 0 ? [team - 1].filter((size) => size >= 0) : splitTeam(random, team)
    const partner = drawPartner(random, made.length + 1, sponsor, team, legs.length, begin, now)
    made.push(partner)
    legs.forEach((size, place) => {
      // The weakest of the root's own legs goes straight down before it branches.
      const deep = sponsor === null && place === legs.length - 1 ? Math.min(14, size) : chain - 1
      waiting.push({ sponsor: partner, team: size, chain: Math.max(0, deep) })
    })
  }
  return made
}

/** The sizes of the teams below a leader's first line; with the first line itself they make up the team. */
function splitTeam(random: SeededRandom, team: number): number[] {
  if (team === 0) return []
  if (team < CHAIN_BELOW) return [team - 1]
  const own = Math.min(14, Math.floor(team / 10) + random.integer(1, 3))
  const rest = team - own
  const legs = LEG_SHARES.map((share) => Math.floor(rest * share))
  const last = rest - legs.reduce((sum, leg) => sum + leg, 0)
  const sizes = [...legs, last].filter((size) => size > 0).map((size) => size - 1)
  return [...sizes.slice(0, -1), ...Array<number>(own).fill(0), ...sizes.slice(-1)]
}

function drawPartner(
  random: SeededRandom,
  id: number,
  sponsor: DemoPartner | null,
  teamSize: number,
  firstLine: number,
  begin: number,
  now: number,
): DemoPartner {
  const people = sponsor !== null && random.chance(0.6) ? sponsor.people : random.pick(PEOPLES)
  const earliest = sponsor?.registeredAt ?? begin
  // Partners with large teams registered early.
  const left = (now - 3 * DAY_MS - earliest) / (teamSize > 20 ? 12 : 3)
  return {
    id,
    sponsorId: sponsor?.id ?? null,
    depth: sponsor === null ? 0 : sponsor.depth + 1,
    teamSize,
    firstLine,
    registeredAt: Math.floor(earliest + random.next() * Math.max(0, left)),
    people,
    firstName: random.pick(people.first),
    lastName: random.pick(people.last),
  }
}

/** Amounts of orders in whole euros; small ones are far more frequent. */
const PACKAGES = [
  30, 50, 50, 75, 100, 100, 150, 250, 250, 500, 500, 1_000, 1_000, 2_500, 5_000, 10_000, 25_000,
]
/** Average own turnover of a partner: with 1,900 partners or more the root reaches the highest rank. */
const CENTS_A_PARTNER = 350_000
const MOST_ORDERS = 6
const LEADERS_FROM = 10

/** Orders of a network, every partner's scaled alike so that the whole network reaches its turnover. */
export function demoOrders(partners: readonly DemoPartner[], { seed, now }: DemoSize): DemoOrder[] {
  const random = new SeededRandom(seed + 1)
  const drafts = partners.flatMap((partner) => draftOrders(random, partner, now))
  const total = drafts.reduce((sum, { euros }) => sum + euros, 0)
  const target = (partners.length * CENTS_A_PARTNER) / 100
  return drafts.map(({ partnerId, paidAt, euros }, index) => ({
    orderId: index + 1,
    partnerId,
    paidAt,
    cents:
      euros <= 100 ? euros * 100 - (index % 10 === 0 ? 1 : 0) : scaledCents(euros, target / total),
  }))
}

const scaledCents = (euros: number, factor: number): number => Math.ceil((euros * factor) / 5) * 500

function draftOrders(random: SeededRandom, partner: DemoPartner, now: number) {
  return partner.teamSize >= LEADERS_FROM
    ? leaderOrders(random, partner, now)
    : memberOrders(random, partner, now)
}

function memberOrders(random: SeededRandom, { id, registeredAt }: DemoPartner, now: number) {
  return Array.from({ length: random.integer(0, MOST_ORDERS) }, () => ({
    partnerId: id,
    paidAt: Math.floor(registeredAt + (now - registeredAt) * random.next()),
    euros: random.pick(PACKAGES),
  }))
}

/** A leader stays active: orders that count, spread evenly, the last one a few days ago. */
function leaderOrders(random: SeededRandom, { id, registeredAt }: DemoPartner, now: number) {
  const last = now - random.integer(1, 15) * DAY_MS
  const count = MOST_ORDERS * 2
  return Array.from({ length: count }, (_, index) => ({
    partnerId: id,
    paidAt: Math.max(registeredAt, Math.floor(last - ((last - registeredAt) * index) / count)),
    euros: random.pick(PACKAGES.filter((euros) => euros >= 100)),
  }))
}
