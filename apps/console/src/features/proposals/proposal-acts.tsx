import {
  getProposal,
  getProposals,
  postProposalApprove,
  postProposalRefuse,
  postProposalWithdraw,
  type Proposal,
} from '@partner-office/contracts'
import { Button, Note, useToast } from '@partner-office/ui'
import { isReason, ReasonField } from '@partner-office/ui/console'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { decidingRoles } from '../../lib/proposal-roles.ts'
import { readFacts } from '../../lib/read-facts.ts'
import { useReasonHint } from '../../lib/reason-hint.ts'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { ProposeAgain } from './propose-again.tsx'

type Kind = Proposal['acts'][number]
type Wanted = { readonly kind: Kind; readonly reason?: string }

type ProposalActsProps = { readonly proposal: Proposal }

/** The decision: the quiet way out at the start, the black button at the end. */
export function ProposalActs({ proposal }: ProposalActsProps) {
  const { t } = useTranslation()
  const [isRefusing, setRefusing] = useState(false)
  const act = useDecision(proposal)
  const { acts, state } = proposal
  if (state === 'OUTDATED' || state === 'EXPIRED') return <ProposeAgain proposal={proposal} />
  if (acts.length === 0) return null
  return (
    <div className="stack gap-3">
      <Shorter proposal={proposal} />
      <ActNote act={act} notDone={t(act.notDone)} roles={decidingRoles(proposal.kind)} />
      {isRefusing ? (
        <Refusal
          isBusy={act.isBusy}
          onRefuse={(reason) => act.run({ kind: 'refuse', reason })}
          onCancel={() => setRefusing(false)}
        />
      ) : (
        <div className="decision">
          {acts.includes('withdraw') && (
            <Button busy={act.isBusy} onClick={() => act.run({ kind: 'withdraw' })}>
              {t('proposals.withdraw')}
            </Button>
          )}
          {acts.includes('refuse') && (
            <Button onClick={() => setRefusing(true)}>{t('proposals.refuse')}</Button>
          )}
          {acts.includes('approve') && (
            <Button
              variant="primary"
              busy={act.isBusy}
              busyLabel={t('proposals.approving')}
              onClick={() => act.run({ kind: 'approve' })}
            >
              {t('proposals.approve')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** What is left out of a batch by now; approving it says that this was seen. Source: D-158. */
function Shorter({ proposal: { shorter } }: ProposalActsProps) {
  const { t } = useTranslation()
  if (shorter === null || shorter.leftOut.length === 0) return null
  return (
    <Note tone="orange" live>
      <b>{t('proposals.shorter', { count: shorter.leftOut.length })}</b>
      <ul className="bullet-list">
        {shorter.leftOut.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </Note>
  )
}

const NOT_DONE = {
  approve: 'proposals.notApproved',
  refuse: 'proposals.notRefused',
  withdraw: 'proposals.notWithdrawn',
} as const

/** Decides once. A lost answer is read from the proposal itself: its state says whether it was decided. */
function useDecision(proposal: Proposal) {
  const { t } = useTranslation()
  const { api, session } = useConsole()
  const toast = useToast()
  const queries = useQueryClient()
  const [kind, setKind] = useState<Kind>('approve')
  const params = { id: String(proposal.id) }
  const readAgain = async (): Promise<void> => {
    void readFacts({ api, session })
    await Promise.all(
      [getProposal.path, getProposals.path].map((path) =>
        queries.invalidateQueries({ queryKey: [path] }),
      ),
    )
  }
  const send = useSend(proposal)
  const act = useAct<Wanted, Proposal>({
    send: (wanted) =>
      send(wanted).catch(async (error: unknown) => {
        // What the others did meanwhile.
        void readAgain()
        throw error
      }),
    lookUp: async () => {
      const now = await api.call(getProposal, { params })
      return now.state === 'OPEN' ? null : now
    },
    onDone: (now) => {
      toast.success({ title: t(`proposals.done.${now.state}`), text: now.objectName })
      void readAgain()
    },
  })
  return {
    ...act,
    notDone: NOT_DONE[kind],
    run: (wanted: Wanted) => {
      setKind(wanted.kind)
      act.run(wanted)
    },
  }
}

function useSend({ id, version, shorter }: Proposal): (wanted: Wanted) => Promise<Proposal> {
  const { api } = useConsole()
  const params = { id: String(id) }
  return ({ kind, reason = '' }) => {
    if (kind === 'approve') {
      const body = { version, ...(shorter !== null && { seen: shorter.seen }) }
      return api.call(postProposalApprove, { params, body })
    }
    if (kind === 'withdraw') return api.call(postProposalWithdraw, { params, body: { version } })
    return api.call(postProposalRefuse, { params, body: { version, reason } })
  }
}

type RefusalProps = {
  readonly isBusy: boolean
  readonly onRefuse: (reason: string) => void
  readonly onCancel: () => void
}

function Refusal({ isBusy, onRefuse, onCancel }: RefusalProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const hint = useReasonHint(reason)
  return (
    <form
      className="stack gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReason(reason)) onRefuse(reason.trim())
      }}
    >
      <ReasonField
        label={t('proposals.refusal')}
        hint={hint}
        value={reason}
        onChange={setReason}
        autoFocus
      />
      <div className="decision">
        <Button variant="ghost" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={isBusy}
          disabledReason={isReason(reason) ? undefined : hint}
        >
          {t('proposals.refuse')}
        </Button>
      </div>
    </form>
  )
}
