import { parseEurCents } from './money.ts'

/** One partner of the path from the caller down to the team shown. Source: requirements TEA-042. */
export type PathStep = { readonly name: string; readonly id: number; readonly flSize: number }

/** The partners from the caller down to the owner of the team shown; never empty. */
export type TeamPath = readonly [PathStep, ...PathStep[]]

/** Which members a search includes: the first line, or the whole downline. Source: decisions D-067. */
export type TeamScope = 'firstLine' | 'downline'

/** Filter by activity. */
export type MemberStatus = 'any' | 'active' | 'inactive'

const STATUSES: readonly MemberStatus[] = ['any', 'active', 'inactive']

/** The figures with bounds, in the order of the screens. Source: requirements TEA-013 to TEA-017. */
export const TEAM_RANGES = [
  'ownTurnover',
  'teamTurnover',
  'flTurnover',
  'flSize',
  'teamSize',
] as const
export type TeamRange = (typeof TEAM_RANGES)[number]

/** Optional inclusive bounds. Units: EUR for turnovers, people for sizes. */
export type Bounds = { readonly min?: string; readonly max?: string }

/** A team search, as encoded in a URL. Source: requirements TEA-051; decisions D-069. */
export type TeamSearch = {
  readonly path: TeamPath
  readonly sort: string
  readonly currentPage: number
  readonly name: string
  readonly rank: string
  readonly status: MemberStatus
  readonly ranges: Readonly<Partial<Record<TeamRange, Bounds>>>
  readonly scope: TeamScope
}

/** No filters. */
export const NO_FILTERS = { name: '', rank: '', status: 'any', ranges: {} } as const

/** Changes filters, sort or scope, and returns to the first page. */
export const withChange = (
  search: TeamSearch,
  change: Partial<Omit<TeamSearch, 'path' | 'currentPage'>>,
): TeamSearch => ({ ...search, ...change, currentPage: 0 })

/** Goes down to a member's team. `steps` are the partners between, then the member. Source: requirements TEA-041. */
export const drilledDown = (search: TeamSearch, steps: readonly PathStep[]): TeamSearch => ({
  ...search,
  path: [...search.path, ...steps],
  currentPage: 0,
})

/** Goes back up to a step of the path; 0 is the top. Source: requirements TEA-045. */
export const truncatedTo = (search: TeamSearch, index: number): TeamSearch => ({
  ...search,
  path: search.path.slice(0, index + 1) as unknown as TeamPath,
  currentPage: 0,
})

/** Whether `below` continues `path` downwards. */
export const isAbove = (path: readonly number[], below: readonly number[]): boolean =>
  path.length < below.length && path.every((id, at) => id === below[at])

/** Whether there are further pages. Units: pages count from 0. Source: requirements TEA-047. */
export const hasMorePages = (page: number, totalPages: number): boolean => page < totalPages - 1

/**
 * Parses a typed bound; null when it is not a valid number.
 *
 * Units: EUR for turnovers; a comma is a decimal point. Rounding: sizes drop their decimals.
 * Source: requirements TEA-025, TEA-026.
 */
export function readBound(range: TeamRange, typed: string): string | null {
  const text = typed.trim().replace(',', '.')
  if (range === 'flSize' || range === 'teamSize')
    return /^(\d{1,10})(\.\d*)?$/.exec(text)?.[1] ?? null
  return parseEurCents(text) === null ? null : text
}

/** Encodes a search for a URL: base64url of UTF-8 JSON. Source: requirements TEA-050; decisions D-069. */
export function encodeTeamSearch({ scope, ...search }: TeamSearch): string {
  const bytes = new TextEncoder().encode(
    JSON.stringify(scope === 'firstLine' ? search : { ...search, scope }),
  )
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decodes a search from a URL; null when it is malformed or its sort is unknown. */
export function decodeTeamSearch(token: string, sorts: readonly string[]): TeamSearch | null {
  try {
    const text = atob(token.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    return readSearch(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), sorts)
  } catch {
    return null
  }
}

/** Refuses: any error, when the value is not as `encodeTeamSearch` writes it. */
function readSearch(value: unknown, sorts: readonly string[]): TeamSearch {
  const { path, sort, currentPage, name, rank, status, ranges, scope } = value as Unread
  const [top, ...below] = list(path).map(readStep)
  return {
    path: [top ?? refuse(), ...below],
    sort: oneOf(sorts, sort),
    currentPage: count(currentPage),
    name: text(name),
    rank: text(rank),
    status: oneOf(STATUSES, status),
    ranges: readRanges(ranges as Unread),
    scope: scope === undefined ? 'firstLine' : oneOf(['firstLine', 'downline'] as const, scope),
  }
}

type Unread = Readonly<Record<string, unknown>>

function readStep(value: unknown): PathStep {
  const { name, id, flSize } = value as Unread
  return { name: text(name), id: count(id), flSize: count(flSize) }
}

function readRanges(ranges: Unread): TeamSearch['ranges'] {
  const read = TEAM_RANGES.flatMap((range) => {
    const bounds = ranges[range]
    if (bounds === undefined) return []
    const { min, max } = bounds as Unread
    return [[range, { ...bound(range, 'min', min), ...bound(range, 'max', max) }] as const]
  })
  return Object.fromEntries(read)
}

function bound(range: TeamRange, side: keyof Bounds, value: unknown): Bounds {
  if (value === undefined) return {}
  return { [side]: readBound(range, String(value)) ?? refuse() }
}

const MOST_LETTERS = 256

const text = (value: unknown): string =>
  typeof value === 'string' && value.length <= MOST_LETTERS ? value : refuse()

const count = (value: unknown): number =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : refuse()

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : refuse())

const oneOf = <const Word extends string>(words: readonly Word[], value: unknown): Word =>
  words.find((word) => word === value) ?? refuse()

function refuse(): never {
  throw new RangeError('no search')
}
