import type { ProblemList } from '../imports/import-refused.ts'

/** Place of a partner in the file; numbers only, because every line keeps one. */
export type PartnerLine = {
  readonly line: number
  readonly id: number
  readonly sponsorId: number | null
}

/** A partner of the file and the line below the root on which it stands; roots have depth 0. */
export type Arranged = { readonly line: number; readonly depth: number }

/**
 * Order the partners of a file so that every sponsor comes before those it sponsors.
 *
 * Reports duplicate ids, existing partners, unknown sponsors, and all partners on or below a cycle.
 */
export function arrangeTree(
  lines: readonly PartnerLine[],
  knownDepth: (id: number) => number | null,
  problems: ProblemList,
): Arranged[] {
  const lineOf = new Map<number, number>()
  lines.forEach(({ id, line }, at) => {
    const first = lineOf.get(id)
    if (first !== undefined)
      problems.add(line, `id ${id} stands on line ${lines[first]!.line} already`)
    else lineOf.set(id, at)
    if (knownDepth(id) !== null) problems.add(line, `id ${id} belongs to another partner`)
  })

  const below = sponsoredByLine(lines, lineOf)
  const arranged: Arranged[] = []
  const places: number[] = []
  const place = (at: number, depth: number) => {
    arranged.push({ line: lines[at]!.line, depth })
    places.push(at)
  }
  lines.forEach(({ sponsorId, line }, at) => {
    if (sponsorId === null) return place(at, 0)
    if (lineOf.has(sponsorId)) return
    const depth = knownDepth(sponsorId)
    if (depth === null) problems.add(line, `sponsorId ${sponsorId} is unknown`)
    place(at, (depth ?? 0) + 1)
  })
  for (let next = 0; next < places.length; next += 1) {
    for (let child = below.first[places[next]!]!; child >= 0; child = below.next[child]!) {
      place(child, arranged[next]!.depth + 1)
    }
  }
  nameCycles(lines, places, problems)
  return arranged
}

/** Linked lists in two arrays: who of the file stands directly below whom. */
function sponsoredByLine(lines: readonly PartnerLine[], lineOf: ReadonlyMap<number, number>) {
  const first = new Int32Array(lines.length).fill(-1)
  const next = new Int32Array(lines.length).fill(-1)
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const { sponsorId } = lines[at]!
    const sponsor = sponsorId === null ? undefined : lineOf.get(sponsorId)
    if (sponsor === undefined) continue
    next[at] = first[sponsor]!
    first[sponsor] = at
  }
  return { first, next }
}

function nameCycles(
  lines: readonly PartnerLine[],
  places: readonly number[],
  problems: ProblemList,
): void {
  if (places.length === lines.length) return
  const isPlaced = new Uint8Array(lines.length)
  for (const at of places) isPlaced[at] = 1
  lines.forEach(({ id, line }, at) => {
    if (isPlaced[at] === 0)
      problems.add(line, `partner ${id} stands in a cycle of sponsors, or below one`)
  })
}
