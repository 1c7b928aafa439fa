import type { PreviewRow, Proposed, Role } from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import type { Acting } from '../console.ts'

/** What an act would do, as of now. `basis` is all that decides it; each entry changes with what it names. */
export type Outlook = {
  readonly object: string
  readonly objectName: string
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
  readonly preview: readonly PreviewRow[]
  readonly basis: Readonly<Record<string, string | null>>
  /** What the preview shows besides: its proposer must have seen it, but a change of it later does not outdate the proposal. */
  readonly shown?: Readonly<Record<string, string | null>>
  /** False: the act may be done without a second operator. */
  readonly isNeeded: boolean
  /** Roles that may propose this one, where they are fewer than the kind's. */
  readonly proposes?: readonly Role[]
}

/** What a kind of proposals asks for. */
export type Of<Name> = Extract<Proposed, { kind: Name }>

/** How an act is done: in the transaction of its approval, for the operator who has proposed it. */
export type Doing = {
  readonly console: Acting
  readonly tx: Tx
  readonly by: number
  /** The proposal, its reason, and the operator who has approved it. */
  readonly proposalId: number
  readonly reason: string
  readonly decidedBy: number
}

/** A kind of proposals. */
export type Kind<Name> = {
  /** Roles that may propose it, and roles that may approve it. Source: console.md section 2. */
  readonly proposes: readonly Role[]
  readonly approves: readonly Role[]
  /** The command under which the audit log records the act. */
  readonly command: string
  /** Reads what the act would do, and holds what decides it until the transaction ends. Refuses: what cannot be done. */
  readonly look: (tx: Tx, asked: Of<Name>, core: Core) => Promise<Outlook>
  readonly run: (doing: Doing, asked: Of<Name>) => Promise<void>
}
