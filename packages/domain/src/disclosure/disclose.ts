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
  const divisions: Divisions = {
    ofRank: placesIn(groups, terms.ranks),
    ranks: groups.length,
    // All countries are one group at first.
    ofCountry: new Uint8Array(Math.max(1, terms.countries)),
    countries: 1,
  }
  const withMean = terms.months === 1

  const everybody = ofEverybody(members, terms)
  yield
  const isActiveShown = showsActive(members, divisions)
  const [, ofActive] = divided(members, members.isActive, 2)
  const active = isActiveShown ? groupNumbers(ofActive!, { withMean }) : null
  yield
  const ofRanks = divided(members, groupsOf(members.rank, divisions.ofRank), groups.length)
  const ranks: Part[] = []
  for (const [group, places] of groups.entries()) {
    ranks.push({ places, numbers: groupNumbers(ofRanks[group]!, { withMean }) })
    yield
  }
  const shown = shownCountries(members, terms.countries, { ...divisions, isActiveShown })
  const ofCountries = divided(
    members,
    groupsOf(members.country, shown.ofCountry),
    shown.groups.length,
  )
  // Means of all countries but one, taken from the mean of all members, would be the mean of that one.
  const countries = shown.groups.map((group, at) => {
    return { ...group, numbers: groupNumbers(ofCountries[at]!, { withMean: false }) }
  })
  return { ...everybody, active, ranks, countries }
}

function ofEverybody(
  { incomes, purchases }: MemberValues,
  { withMean }: DisclosureTerms,
): Pick<Disclosed, 'all' | 'topOne' | 'topTen'> {
  const copied = { incomes: incomes.slice(), purchases: purchases.slice() }
  const all = groupNumbers(copied, { withMean })
  return { all, topOne: topShare(copied.incomes, 1), topTen: topShare(copied.incomes, 10) }
}

/** The joined ranks of the month, joined further where the twelve months ask for it. */
function joinedRanks(members: DisclosedMembers, { joined, ranks }: DisclosureTerms): number[][] {
  const before = joined ?? Array.from({ length: ranks }, (_, place) => [place])
  const ofRank = placesIn(before, ranks)
  const sizes = before.map((): { -readonly [Name in keyof GroupSize]: number } => ({
    members: 0,
    earning: 0,
  }))
  for (let member = 0; member < members.rank.length; member += 1) {
    const size = sizes[ofRank[members.rank[member]!]!]!
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

/** The group of each member, by the group of the member's place. */
function groupsOf(place: Uint8Array | Uint16Array, groupOf: Uint8Array): Uint8Array {
  const groups = new Uint8Array(place.length)
  for (let member = 0; member < place.length; member += 1) groups[member] = groupOf[place[member]!]!
  return groups
}

/** Copies the values of members into their groups: these are counted first, because a column cannot grow. */
function divided(
  { incomes, purchases }: MemberValues,
  groupOf: Uint8Array,
  groups: number,
): MemberValues[] {
  const sizes = new Uint32Array(groups)
  for (const group of groupOf) sizes[group]! += 1
  const all = Array.from(sizes, (size): MemberValues => ({
    incomes: new BigInt64Array(size),
    purchases: new Float64Array(size),
  }))
  const filled = new Uint32Array(groups)
  for (let member = 0; member < groupOf.length; member += 1) {
    const group = groupOf[member]!
    const values = all[group]
    if (values === undefined) continue
    const at = filled[group]!
    values.incomes[at] = incomes[member]!
    values.purchases[at] = purchases[member]!
    filled[group] = at + 1
  }
  return all
}

/** Counts members, all or those with an income, by joined rank, activity and group of countries. */
function cellsOf(
  { rank, isActive, country, incomes }: DisclosedMembers,
  { ofRank, ranks, ofCountry, countries }: Divisions,
  earningOnly: boolean,
): Cells {
  const cells = Array.from({ length: ranks }, () =>
    Array.from({ length: 2 }, () => Array<number>(countries).fill(0)),
  )
  for (let member = 0; member < rank.length; member += 1) {
    if (earningOnly && incomes[member] === 0n) continue
    const ofActivity = cells[ofRank[rank[member]!]!]![1 - isActive[member]!]!
    ofActivity[ofCountry[country[member]!]!]! += 1
  }
  return cells
}

/** The groups of ranks and of countries, and the group of each rank and country. */
type Divisions = {
  readonly ofRank: Uint8Array
  readonly ranks: number
  readonly ofCountry: Uint8Array
  readonly countries: number
}

/** Whether active members can be shown beside all and beside the ranks. */
const showsActive = (members: DisclosedMembers, divisions: Divisions): boolean =>
  members.isActive.includes(1) &&
  !leavesFew(cellsOf(members, divisions, false), true) &&
  !leavesFew(cellsOf(members, divisions, true), true)

type CountryGroup = { readonly places: readonly number[]; readonly isOthers: boolean }

/**
 * The groups of countries, and the group of each country; none where no country stands alone, and where they, ranks and activity
 * together would tell of fewer than ten members.
 */
function shownCountries(
  members: DisclosedMembers,
  countries: number,
  divisions: Divisions & { readonly isActiveShown: boolean },
): { readonly groups: readonly CountryGroup[]; readonly ofCountry: Uint8Array } {
  const sizes = Array<number>(countries).fill(0)
  if (countries > 0) for (const country of members.country) sizes[country]! += 1
  const { alone, others } = joinCountries(sizes)
  const groups: CountryGroup[] = [
    ...alone.map((place) => ({ places: [place], isOthers: false })),
    ...(others.length === 0 ? [] : [{ places: others, isOthers: true }]),
  ]
  const ofCountry = placesIn(
    groups.map(({ places }) => places),
    Math.max(1, countries),
  )
  if (alone.length === 0) return { groups: [], ofCountry }
  const cells = cellsOf(members, { ...divisions, ofCountry, countries: groups.length }, false)
  return { groups: leavesFew(cells, divisions.isActiveShown) ? [] : groups, ofCountry }
}
