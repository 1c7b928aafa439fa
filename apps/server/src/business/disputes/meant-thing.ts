import type { NamedThing } from '@partner-office/contracts'
import { type DisputeKind, Refusal } from '@partner-office/domain'

/** What a dispute is about, as it was named. */
export type MeantThing =
  | { readonly kind: 'record'; readonly recordId: number }
  | {
      readonly kind: 'order'
      readonly orderId: number
      readonly bonusType: NonNullable<NamedThing['kind']>
    }
  | {
      readonly kind: 'programme'
      readonly month: string
      readonly bonusType: NonNullable<NamedThing['bonusType']>
    }
  | { readonly kind: 'rank'; readonly rankId: number }
  | { readonly kind: 'adjustment'; readonly adjustmentId: number }

/** The fields of each kind: all of one kind and none of another are given. */
const FIELDS: Readonly<Record<DisputeKind, readonly (keyof NamedThing)[]>> = {
  record: ['recordId'],
  order: ['orderId', 'kind'],
  programme: ['month', 'bonusType'],
  rank: ['rankId'],
  adjustment: ['adjustmentId'],
}

/** The one thing that a form names. Refuses: `validation_error`, with a field that is missing or too much. */
export function meantThing(asked: NamedThing): MeantThing {
  const given = (field: keyof NamedThing) => asked[field] !== undefined
  const kinds = Object.keys(FIELDS) as DisputeKind[]
  const named = kinds.filter((kind) => FIELDS[kind].some(given))
  const [kind = 'record', other] = named
  const reason = 'a dispute is about exactly one thing'
  if (other !== undefined) {
    throw new Refusal('validation_error', { field: FIELDS[other].find(given)!, reason })
  }
  const missing = FIELDS[kind].find((field) => !given(field))
  if (missing !== undefined) throw new Refusal('validation_error', { field: missing, reason })
  const { recordId, orderId, kind: zero, month, bonusType, rankId, adjustmentId } = asked
  switch (kind) {
    case 'record':
      return { kind, recordId: recordId! }
    case 'order':
      return { kind, orderId: orderId!, bonusType: zero! }
    case 'programme':
      return { kind, month: month!, bonusType: bonusType! }
    case 'rank':
      return { kind, rankId: rankId! }
    case 'adjustment':
      return { kind, adjustmentId: adjustmentId! }
  }
}

/** The thing's name among those of its partner. */
export function nameOfThing(thing: MeantThing): string {
  switch (thing.kind) {
    case 'record':
      return `record ${thing.recordId}`
    case 'order':
      return `order ${thing.orderId} ${thing.bonusType}`
    case 'programme':
      return `programme ${thing.month} ${thing.bonusType}`
    case 'rank':
      return `rank ${thing.rankId}`
    case 'adjustment':
      return `adjustment ${thing.adjustmentId}`
  }
}
