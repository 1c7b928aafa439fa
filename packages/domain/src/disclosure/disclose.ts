import {
  type GroupNumbers,
  groupNumbers,
  LEAST_MEMBERS,
  type MemberValues,
  topShare,
} from './group-numbers.ts'
import { type Cells, type GroupSize, joinCountries, joinRanks, leavesFew } from './shown-groups.ts'

/**
 * The members that a disclosure is about, in columns.
 *
 * Units: as `MemberValues`; `isActive` is 0 or 1; `rank` and `country` are places in lists of ranks, lowest first, and of
 * countries.
 */
export type DisclosedMembers = MemberValues & {
  readonly isActive: Uint8Array
  readonly rank: Uint8Array
  readonly country: Uint16Array
}

/** What a disclosure is divided into. */
export type DisclosureTerms = {
  /** The ranks that were joined for the month alone, lowest first; null: these are joined here. */
  readonly joined: readonly (readonly number[])[] | null
  readonly ranks: number
  /** How many countries; 0: the disclosure has no part for countries. */
  readonly countries: number
  readonly months: 1 | 12
  /** Whether the mean of all members may be shown. */
  readonly withMean: boolean
}

/** A group of ranks or of countries, by their places. */
export type Part = { readonly places: readonly number[]; readonly numbers: GroupNumbers }

/** What is disclosed of members. `active` is null where it would tell of fewer than ten members. */
export type Disclosed = {
  readonly all: GroupNumbers
  readonly active: GroupNumbers | null
  readonly ranks: readonly Part[]
  /** The largest first; the others last. */
  readonly countries: readonly (Part & { readonly isOthers: boolean })[]
  /** What the highest percent, and ten percent, of the members received of all income. */
  readonly topOne: string | null
  readonly topTen: string | null
}

/**
 * Computes what is disclosed of at least ten members, and pauses after each group. Null for fewer members.
 *
 * Source: console.md section 8; decisions/0031-income-disclosure.md.
 */
export function* disclose(
  members: DisclosedMembers,
  terms: DisclosureTerms,
): Generator<void, Disclosed | null> {
  if (members.incomes.length < LEAST_MEMBERS) return null
  const groups = joinedRanks(members, terms)
  const ofRank = placesIn(groups, terms.ranks)
  const withMean = terms.months === 1
  const valuesOf = valuesReader(members)
  const numbersOf = (isIn: (member: number) => boolean, terms = { withMean }) =>
    groupNumbers(valuesOf(isIn), terms)

  const everybody = valuesOf(() => true)
  const all = groupNumbers(everybody, { withMean: terms.withMean })
  const [topOne, topTen] = [topShare(everybody.incomes, 1), topShare(everybody.incomes, 10)]
  yield
  const divisions = { ofRank, ranks: groups.length }
  // All countries are one group here.
  const ofCountry = new Uint16Array(Math.max(1, terms.countries))
  const isActiveShown = showsActive(members, { ...divisions, ofCountry, countries: 1 })
  const active = isActiveShown ? numbersOf((member) => members.isActive[member] === 1) : null
  yield
  const ranks: Part[] = []
  for (const [group, places] of groups.entries()) {
    ranks.push({ places, numbers: numbersOf((member) => ofRank[members.rank[member]!] === group) })
    yield
  }
  const countries: Disclosed['countries'][number][] = []
  for (const group of shownCountries(members, terms.countries, { ...divisions, isActiveShown })) {
    const isIn = new Set(group.places)
    // Means of all countries but one, taken from the mean of all members, would be the mean of that one.
    const numbers = numbersOf((member) => isIn.has(members.country[member]!), { withMean: false })
    countries.push({ ...group, numbers })
    yield
  }
  return { all, active, ranks, countries, topOne, topTen }
}

/** The joined ranks of the month, joined further where the twelve months ask for it. */
function joinedRanks(members: DisclosedMembers, { joined, ranks }: DisclosureTerms): number[][] {
  const before = joined ?? Array.from({ length: ranks }, (_, place) => [place])
  const ofRank = placesIn(before, ranks)
  const sizes = before.map((): { -readonly [Name in keyof GroupSize]: number } => ({
    members: 0,
    earning: 0,
  }))
  for (const [member, rank] of members.rank.entries()) {
    const size = sizes[ofRank[rank]!]!
    size.members += 1
    if (members.incomes[member] !== 0n) size.earning += 1
  }
  return joinRanks(sizes).map((places) => places.flatMap((place) => before[place]!))
}

/** The group that each place is in. */
function placesIn(groups: readonly (readonly number[])[], size: number): Uint8Array {
  const groupOf = new Uint8Array(size)
  for (const [group, places] of groups.entries()) for (const place of places) groupOf[place] = group
  return groupOf
}

/** Copies the values of some members: a group is counted first, because a column cannot grow. */
function valuesReader({ incomes, purchases }: MemberValues) {
  return (isIn: (member: number) => boolean): MemberValues => {
    let size = 0
    for (let member = 0; member < incomes.length; member += 1) if (isIn(member)) size += 1
    const values = { incomes: new BigInt64Array(size), purchases: new Float64Array(size) }
    let at = 0
    for (let member = 0; member < incomes.length; member += 1) {
      if (!isIn(member)) continue
      values.incomes[at] = incomes[member]!
      values.purchases[at] = purchases[member]!
      at += 1
    }
    return values
  }
}

/** Counts the members that some condition holds for, by joined rank, activity and group of countries. */
function cellsOf(
  { rank, isActive, country }: DisclosedMembers,
  { ofRank, ranks, ofCountry, countries }: Divisions,
  isCounted: (member: number) => boolean,
): Cells {
  const cells = Array.from({ length: ranks }, () =>
    Array.from({ length: 2 }, () => new Array<number>(countries).fill(0)),
  )
  for (let member = 0; member < rank.length; member += 1) {
    if (!isCounted(member)) continue
    const ofActivity = cells[ofRank[rank[member]!]!]![1 - isActive[member]!]!
    ofActivity[ofCountry[country[member]!]!]! += 1
  }
  return cells
}

/** The groups of ranks and of countries, and the group of each rank and country. */
type Divisions = {
  readonly ofRank: Uint8Array
  readonly ranks: number
  readonly ofCountry: Uint16Array
  readonly countries: number
}

/** Whether active members can be shown beside all and beside the ranks. */
function showsActive(members: DisclosedMembers, divisions: Divisions): boolean {
  const { incomes, isActive } = members
  const all = cellsOf(members, divisions, () => true)
  const earning = cellsOf(members, divisions, (member) => incomes[member] !== 0n)
  return isActive.includes(1) && !leavesFew(all, true) && !leavesFew(earning, true)
}

type CountryGroup = { readonly places: readonly number[]; readonly isOthers: boolean }

/** The groups of countries; none where no country stands alone, and where they, ranks and activity together would tell of fewer than ten members. */
function shownCountries(
  members: DisclosedMembers,
  countries: number,
  divisions: Pick<Divisions, 'ofRank' | 'ranks'> & { readonly isActiveShown: boolean },
): CountryGroup[] {
  const sizes = new Array<number>(countries).fill(0)
  for (const country of members.country) sizes[country]! += 1
  const { alone, others } = joinCountries(sizes)
  if (alone.length === 0) return []
  const groups: CountryGroup[] = [
    ...alone.map((place) => ({ places: [place], isOthers: false })),
    ...(others.length === 0 ? [] : [{ places: others, isOthers: true }]),
  ]
  const ofCountry = new Uint16Array(countries)
  for (const [group, { places }] of groups.entries()) {
    for (const place of places) ofCountry[place] = group
  }
  const cells = cellsOf(members, { ...divisions, ofCountry, countries: groups.length }, () => true)
  return leavesFew(cells, divisions.isActiveShown) ? [] : groups
}
