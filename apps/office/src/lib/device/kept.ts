import type { QueryKey } from '@tanstack/react-query'

import type { Config } from '../configuration/config.ts'
import type { Scope } from '../session/tokens.ts'

/** The last dashboard of a partner. Source: D-181. */
export type Kept = {
  readonly partnerId: number
  readonly scope: Scope
  /** When the oldest answer arrived. Units: epoch milliseconds. */
  readonly at: number
  readonly hosts: Config['hosts']
  readonly properties: readonly (readonly [string, string])[]
  readonly answers: readonly Answer[]
}

type Answer = { readonly key: QueryKey; readonly data: unknown; readonly updatedAt: number }
