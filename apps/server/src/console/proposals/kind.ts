import type { PreviewRow, Proposed, Role } from '@partner-office/contracts'
import { fraction, subtract, toDecimalText } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Acting } from '../console.ts'

/** What an act would do, as of now. `basis` is all that decides it; each entry changes with what it names. */
export type Outlook = {
  readonly object: string
  readonly objectName: string
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
  readonly preview: readonly PreviewRow[]
  readonly basis: Basis
  /** What the preview shows besides: its proposer must have seen it, but a change of it later does not outdate the proposal. */
  readonly shown?: Readonly<Record<string, string | null>>
  /** False: the act may be done without a second operator. */
  readonly isNeeded: boolean
  /** Roles that may propose this one, where they are fewer than the kind's. */
  readonly proposes?: readonly Role[]
}

/** What an act is decided on, by its name. */
export type Basis = Readonly<Record<string, string | null>>

/** An act of a kind as it is asked for. */
export type Of<Name> = Extract<Proposed, { kind: Name }>

/** For a look at an act: the transaction that reads, the instant, and the id of the operator who proposes it (`by`). */
export type LookContext = {
  readonly core: Core
  readonly tx: Tx
  readonly now: number
  readonly by: number
}

/** For doing an act: the transaction of its approval, and who has proposed and approved it. */
export type RunContext = LookContext & {
  readonly console: Acting
  /** The proposal, if a second operator has approved it; null: one operator acts alone. */
  readonly approved: number | null
  readonly proposalId: number
  readonly reason: string
  /** Who has approved it, or the proposer who acts alone. */
  readonly decidedBy: number
  readonly basis: Basis
}

/** A kind of proposals. */
export type Kind<Name> = {
  /** Roles that may propose it, and roles that may approve it. Source: console.md section 2. */
  readonly proposes: readonly Role[]
  readonly approves: readonly Role[]
  /** The command under which the audit log records the act. */
  readonly command: string
  /** Whether the act ends sessions of partners: no process may know them any more when it is answered. */
  readonly takesAccess?: true
  /** Reads what the act would do, and holds what decides it until the transaction ends. Refuses: what cannot be done. */
  readonly look: (context: LookContext, asked: Of<Name>) => Promise<Outlook>
  readonly run: (context: RunContext, asked: Of<Name>) => Promise<void>
  /**
   * Of a kind that acts on a list, which may become shorter without being outdated: `hold` locks its rows until the transaction ends,
   * `read` reads what is left out by now, and whether nothing is left.
   */
  readonly shorter?: {
    readonly hold: (tx: Tx, asked: Of<Name>) => Promise<void>
    readonly read: (db: Db, asked: Of<Name>, stored: Shortened) => Promise<Shorter>
  }
}

/** What a list was proposed with, and the instant. */
type Shortened = { readonly basis: Basis; readonly now: number }

/** What is left out of a list by now, in words. */
export type Shorter = { readonly leftOut: readonly string[]; readonly isEmpty: boolean }

/** A row of a preview. */
export const row = (
  name: string,
  before: string | null,
  after: string | null,
  difference: string | null = null,
): PreviewRow => ({ name, before, after, difference })

const NUMBER = /^-?\d+(\.\d+)?$/

/** A row of a preview, with the difference of two numbers that are not the same. Source: requirements APR-011. */
export function valueRow(name: string, before: string | null, after: string | null): PreviewRow {
  if (before === null || after === null || before === after) return row(name, before, after)
  if (!NUMBER.test(before) || !NUMBER.test(after)) return row(name, before, after)
  return row(name, before, after, toDecimalText(subtract(fraction(after), fraction(before))))
}
