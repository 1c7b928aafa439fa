import type { TeamPictureNode, TeamPictureRest } from '@partner-office/contracts'

import { eurToCents } from '../../../parts/figures/eur.ts'

/** What the size of a field stands for. */
export type PictureMeasure = 'turnover' | 'people'

/** How a picture is drawn: how many lines below its top, and the least share of it that is a field of its own. */
export type PictureFrame = {
  readonly measure: PictureMeasure
  /** What fills the whole picture. Units: as `lineSize`. */
  readonly whole: bigint
  readonly lines: number
  readonly least: number
}

/** A part of the picture. Units: `start` and `extent` are shares of the whole; `parent` is a place among the fields. */
export type PictureField = {
  readonly depth: number
  readonly start: number
  readonly extent: number
  readonly size: bigint
  readonly parent: number | null
  /** Null where `people` of the parent's first line are too small to be fields of their own. */
  readonly person: TeamPictureNode | null
  readonly people: number
}

/** Where to go from a field. */
export type PictureStep = 'above' | 'below' | 'before' | 'after'

/** What the line of somebody holds: they and everybody below. Units: cents of EUR, or people. */
export const lineSize = (node: TeamPictureNode, measure: PictureMeasure): bigint =>
  teamPart(node, measure) + (measure === 'turnover' ? eurToCents(node.ownTurnover) : 1n)

/** What everybody below somebody holds. Units: as `lineSize`. */
export const teamPart = (node: TeamPictureNode, measure: PictureMeasure): bigint =>
  measure === 'turnover' ? eurToCents(node.teamTurnover) : BigInt(node.teamSize)

/** What those hold who were left out below somebody. Units: as `lineSize`. */
export function leftOut(more: TeamPictureRest | null, measure: PictureMeasure): bigint {
  if (more === null) return 0n
  return measure === 'turnover' ? eurToCents(more.turnover) : BigInt(more.teamSize)
}

/**
 * The fields of a picture, each before those below it, and those below in the order of the answer. Whoever of a first line
 * is too small is collected in one field; what is left below a field is that person's own part.
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

/** Who below somebody is a field, and what all others are together. */
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

/** The place of the person beside the one at `from`; `from` where there is nobody. */
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

/** Those between the top of the picture and a field, top first, the field's person last; the top itself is left out. */
export function peopleDownTo(
  fields: readonly PictureField[],
  at: number,
): readonly TeamPictureNode[] {
  const { parent, person } = fields[at]!
  if (parent === null || person === null) return []
  return [...peopleDownTo(fields, parent), person]
}
