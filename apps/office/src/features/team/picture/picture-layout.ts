import type { TeamPictureNode, TeamPictureRest } from '@partner-office/contracts'

import { eurToCents } from '../../../parts/figures/eur.ts'

/** Meaning of the sizes. */
export type PictureMeasure = 'turnover' | 'people'

/** Limits of a drawing: lines below the top, and the smallest share with a field of its own. */
export type PictureFrame = {
  readonly measure: PictureMeasure
  /** Size of the whole picture. Units: as `lineSize`. */
  readonly whole: bigint
  readonly lines: number
  readonly least: number
}

/** A field of the picture. Units: `start` and `extent` are shares of the whole; `parent` is an index of the fields. */
export type PictureField = {
  readonly depth: number
  readonly start: number
  readonly extent: number
  readonly size: bigint
  readonly parent: number | null
  /** Null for the field that collects `people` too small for fields of their own. */
  readonly person: TeamPictureNode | null
  readonly people: number
}

/** Direction of a move between fields. */
export type PictureStep = 'above' | 'below' | 'before' | 'after'

/** Size of a member's line: the member and the team below. Units: EUR cents, or people. */
export const lineSize = (node: TeamPictureNode, measure: PictureMeasure): bigint =>
  teamPart(node, measure) + (measure === 'turnover' ? eurToCents(node.ownTurnover) : 1n)

/** Size of the team below a member. Units: as `lineSize`. */
export const teamPart = (node: TeamPictureNode, measure: PictureMeasure): bigint =>
  measure === 'turnover' ? eurToCents(node.teamTurnover) : BigInt(node.teamSize)

/** Size of the members that the answer leaves out. Units: as `lineSize`. */
export function leftOut(more: TeamPictureRest | null, measure: PictureMeasure): bigint {
  if (more === null) return 0n
  return measure === 'turnover' ? eurToCents(more.turnover) : BigInt(more.teamSize)
}

/**
 * Lays out the fields of a picture: parents before children, children in the order of the answer. Small members of a first
 * line share one field. The rest of the room below a field is that member's own part.
 *
 * Rounding: shares are cut at a millionth of the whole.
 */
export function pictureFields(top: TeamPictureNode, frame: PictureFrame): readonly PictureField[] {
  const fields: PictureField[] = []
  if (frame.whole > 0n) {
    const at = { depth: 0, start: 0, parent: null }
    placePerson(fields, top, { ...at, extent: 1, size: frame.whole }, frame)
  }
  return fields
}

type Place = Omit<PictureField, 'person' | 'people'>

function placePerson(
  fields: PictureField[],
  person: TeamPictureNode,
  place: Place,
  frame: PictureFrame,
): void {
  const parent = fields.push({ ...place, person, people: 1 }) - 1
  const depth = place.depth + 1
  if (depth > frame.lines) return
  const { shown, rest } = firstLineOf(person, frame)
  let { start } = place
  for (const { child, size, extent } of shown) {
    placePerson(fields, child, { depth, start, extent, size, parent }, frame)
    start += extent
  }
  const extent = shareOf(rest.size, frame.whole)
  if (extent > 0) fields.push({ depth, start, extent, parent, person: null, ...rest })
}

/** Splits a first line into members with a field of their own and the sum of all others. */
function firstLineOf(person: TeamPictureNode, { measure, whole, least }: PictureFrame) {
  const sized = person.children.map((child) => {
    const size = lineSize(child, measure)
    return { child, size, extent: shareOf(size, whole) }
  })
  const small = sized.filter(({ extent }) => extent < least)
  return {
    shown: sized.filter(({ extent }) => extent >= least),
    rest: {
      people: small.length + (person.more?.people ?? 0),
      size: small.reduce((sum, { size }) => sum + size, leftOut(person.more, measure)),
    },
  }
}

const MILLION = 1_000_000n

const shareOf = (size: bigint, whole: bigint): number =>
  Number((size * MILLION) / whole) / Number(MILLION)

/** Index of the member next to the one at `from`; `from` where there is none. */
export function fieldBeside(
  fields: readonly PictureField[],
  from: number,
  step: PictureStep,
): number {
  const { parent, depth } = fields[from]!
  if (step === 'above') return parent ?? from
  const isSought = (field: PictureField): boolean =>
    field.person !== null && (step === 'below' ? field.parent === from : field.depth === depth)
  const found =
    step === 'before'
      ? fields.findLastIndex((field, at) => at < from && isSought(field))
      : fields.findIndex((field, at) => at > from && isSought(field))
  return found === -1 ? from : found
}

/** Members below the top down to a field, from the top; the field's member is the last. */
export function peopleDownTo(
  fields: readonly PictureField[],
  at: number,
): readonly TeamPictureNode[] {
  const { parent, person } = fields[at]!
  if (parent === null || person === null) return []
  return [...peopleDownTo(fields, parent), person]
}
