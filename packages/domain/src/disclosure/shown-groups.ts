import { areFew, LEAST_MEMBERS } from './group-numbers.ts'

/** How many members a group has, and how many of them have an income other than 0. */
export type GroupSize = { readonly members: number; readonly earning: number }

/**
 * Neighbouring ranks that are shown together: places in the ladder, lowest first.
 *
 * A rank joins the next lower one until the group has ten members, of whom none or at least ten have an income; what is
 * left at the bottom joins the group above. Ranks without members belong to the group below them.
 *
 *     members   Free 900   Amber 14   Jade 4   Pearl 7
 *     groups    [Free]     [Amber]    [Jade, Pearl]
 *
 * Source: console.md section 8; decisions/0031-income-disclosure.md.
 */
export function joinRanks(sizes: readonly GroupSize[]): number[][] {
  const groups: Group[] = []
  let open = NO_GROUP
  for (let place = sizes.length - 1; place >= 0; place -= 1) {
    open = together({ places: [place], ...sizes[place]! }, open)
    if (!isShown(open)) continue
    groups.unshift(open)
    open = NO_GROUP
  }
  while (!isShown(open) && open.places.length > 0 && groups.length > 0) {
    open = together(open, groups.shift()!)
  }
  return [...(open.places.length === 0 ? [] : [open]), ...groups].map(({ places }) => places)
}

type Group = GroupSize & { readonly places: number[] }

const NO_GROUP: Group = { places: [], members: 0, earning: 0 }

const isShown = ({ members, earning }: GroupSize): boolean =>
  members >= LEAST_MEMBERS && !areFew(earning)

const together = (lower: Group, upper: Group): Group => ({
  places: [...lower.places, ...upper.places],
  members: lower.members + upper.members,
  earning: lower.earning + upper.earning,
})

/** Members by rank, activity (active, not active) and country: `cells[rank][activity][country]`. */
export type Cells = readonly (readonly (readonly number[])[])[]

/** A rank may be subtracted, left out or added. */
const WAYS = 3

/**
 * Whether adding and subtracting shown groups leaves one to nine members.
 *
 * Tries to add, leave out and subtract each rank, with the active members added or left out. A member then counts -1 to 2
 * times; each country takes away what most of its members count, and the others are left.
 *
 *     ranks      Free 25, Amber 35, of one country
 *     active     5 of Free, all of Amber
 *     active - Amber = 5 members
 *
 * Every group must have none or at least ten members, else the result says nothing of that group alone.
 */
export function leavesFew(cells: Cells, isActiveShown: boolean): boolean {
  const ways = WAYS ** cells.length
  for (const active of isActiveShown ? [0, 1] : [0]) {
    for (let way = 0; way < ways; way += 1) if (areFew(leftBy(cells, way, active))) return true
  }
  return false
}

/** The members who count another number of times than most of their country do. `way`: a digit for each rank. */
function leftBy(cells: Cells, way: number, active: number): number {
  const countries = cells[0]![0]!.length
  let left = 0
  for (let country = 0; country < countries; country += 1) {
    const byTimes = [0, 0, 0, 0]
    let all = 0
    let digits = way
    for (const [ofActive, ofOthers] of cells) {
      const times = digits % WAYS
      digits = (digits - times) / WAYS
      byTimes[times + active]! += ofActive![country]!
      byTimes[times]! += ofOthers![country]!
      all += ofActive![country]! + ofOthers![country]!
    }
    left += all - Math.max(...byTimes)
    if (left >= LEAST_MEMBERS) return left
  }
  return left
}

/** A country with fewer members is one of the others. */
export const LEAST_OF_COUNTRY = 100

/**
 * The groups of countries that are shown: each of a hundred members or more alone, then the others together; where the
 * others are fewer than ten, the smallest country joins them.
 *
 * Source: console.md section 8.
 */
export function joinCountries(sizes: readonly number[]): {
  readonly alone: number[]
  readonly others: number[]
} {
  const places = sizes.map((_, place) => place).filter((place) => sizes[place]! > 0)
  const alone = places
    .filter((place) => sizes[place]! >= LEAST_OF_COUNTRY)
    .toSorted((a, b) => sizes[b]! - sizes[a]! || a - b)
  const others = places.filter((place) => sizes[place]! < LEAST_OF_COUNTRY)
  const left = others.reduce((sum, place) => sum + sizes[place]!, 0)
  if (areFew(left)) others.push(...alone.splice(-1))
  return { alone, others: others.toSorted((a, b) => a - b) }
}
