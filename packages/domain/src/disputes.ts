import { DAY_MS } from './instant.ts'
import type { BonusType } from './rules/bonus-types.ts'

/** What a dispute can be about. Source: D-170. */
export const DISPUTE_KINDS = ['record', 'order', 'programme', 'rank', 'adjustment'] as const
export type DisputeKind = (typeof DISPUTE_KINDS)[number]

/** The bonuses of an order whose missing credit can be questioned. Source: D-170. */
export const DISPUTED_ZEROS = [
  'DIRECT',
  'TEAM',
  'UCHAIN_INFINITY',
] as const satisfies readonly BonusType[]

/** The programmes of a closed month that can be questioned. Source: D-170. */
export const DISPUTED_PROGRAMMES = [
  'UCHAIN_INFINITY',
  'DIAMOND',
  'DIAMOND_POOL',
  'WINNER',
  'LIFESTYLE',
  'BSP',
  'CYCLED_TURBO',
] as const satisfies readonly BonusType[]
export type DisputedProgramme = (typeof DISPUTED_PROGRAMMES)[number]

/** States of a dispute; QUESTION: the partner is asked. Source: requirements DSP-004. */
export const DISPUTE_STATES = ['OPEN', 'QUESTION', 'ANSWERED', 'CORRECTED', 'WITHDRAWN'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** What changes the state of a dispute. */
export const DISPUTE_EVENTS = ['ask', 'reply', 'answer', 'correct', 'withdraw', 'reopen'] as const
export type DisputeEvent = (typeof DISPUTE_EVENTS)[number]

const ENDINGS = { answer: 'ANSWERED', correct: 'CORRECTED', withdraw: 'WITHDRAWN' } as const

const AFTER: Readonly<Record<DisputeState, Readonly<Partial<Record<DisputeEvent, DisputeState>>>>> =
  {
    OPEN: { ...ENDINGS, ask: 'QUESTION' },
    QUESTION: { ...ENDINGS, reply: 'OPEN' },
    ANSWERED: { reopen: 'OPEN' },
    CORRECTED: { reopen: 'OPEN' },
    WITHDRAWN: {},
  }

/** The state after an event; null: the event is not possible in this state. Source: requirements DSP-004. */
export const disputeAfter = (state: DisputeState, event: DisputeEvent): DisputeState | null =>
  AFTER[state][event] ?? null

/** Whether operators or the partner still have to do something. */
export const isOpenDispute = (state: DisputeState): boolean =>
  state === 'OPEN' || state === 'QUESTION'

/** The time in which a partner can open an ended dispute again, once. Units: milliseconds. Source: requirements DSP-004. */
export const DISPUTE_REOPEN_MS = 14 * DAY_MS

/** Characters that a text of a partner has at least and at most. Source: requirements DSP-001. */
export const SHORTEST_DISPUTE_TEXT = 20
export const LONGEST_DISPUTE_TEXT = 2_000

/** New disputes of a partner in 24 hours. Source: requirements DSP-003. */
export const DISPUTES_A_DAY = 5
