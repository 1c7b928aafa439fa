import {
  getProposals,
  postProposal,
  type postProposalPreview,
  type Proposal,
} from '@partner-office/contracts'
import type { Asked } from '@partner-office/web'
import { useRef } from 'react'

import { useConsole, useSignedIn } from '../lib/console.ts'
import { type Act, useAct } from '../lib/use-act.ts'

/** What is proposed: its kind, its object and the new values. */
export type Proposed = Asked<(typeof postProposalPreview)['body']>

type Wanted = {
  readonly proposed: Proposed
  readonly reason: string
  /** That of the preview which was shown: what has changed since is refused. */
  readonly basis?: string
  /** The proposal that is proposed again. */
  readonly again?: number
}

/** Proposes an act. A proposal whose answer was lost is the new one with the same object, reason and proposer. */
export function usePropose(
  onDone: (proposal: Proposal) => void,
  onRefused: () => void = () => {},
): Act<Wanted> {
  const { api } = useConsole()
  const { operator } = useSignedIn()
  const known = useRef<ReadonlySet<number>>(new Set())
  const newest = async ({ proposed: { kind } }: Wanted) =>
    (await api.call(getProposals, { query: { kind } })).content
  return useAct({
    send: async (wanted) => {
      known.current = new Set((await newest(wanted)).map(({ id }) => id))
      const { proposed, ...more } = wanted
      const body = { ...proposed, ...more }
      return api.call(postProposal, { body }).catch((error: unknown) => {
        onRefused()
        throw error
      })
    },
    lookUp: async (wanted) =>
      (await newest(wanted)).find(
        ({ id, object, reason, proposer }) =>
          !known.current.has(id) &&
          object === wanted.proposed.object &&
          reason === wanted.reason &&
          proposer.id === operator.id,
      ) ?? null,
    onDone,
  })
}
