import { type CallReply, postProposalPreview, type Proposal } from '@partner-office/contracts'
import { Button, Dialog, Note } from '@partner-office/ui'
import { isReason, PreviewBlock, ReasonField } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../lib/console.ts'
import { proposingRoles } from '../lib/proposal-roles.ts'
import { useReasonHint } from '../lib/reason-hint.ts'
import { ActNote } from './act-note.tsx'
import { PreviewTable } from './preview-table.tsx'
import { type Proposed, usePropose } from './use-propose.ts'

type ProposeDialogProps = {
  readonly title: string
  readonly proposed: Proposed
  /** What to know before it is proposed. */
  readonly note?: string
  readonly onDone: (proposal: Proposal) => void
  readonly onClose: () => void
}

/** Shows what an act would do, asks for the reason, and proposes it; with four eyes off, it is done at once. */
export function ProposeDialog({ title, proposed, note, onDone, onClose }: ProposeDialogProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const [reason, setReason] = useState('')
  const preview = useQuery({
    queryKey: ['proposal preview', proposed],
    queryFn: () => api.call(postProposalPreview, { body: proposed }),
    gcTime: 0,
  })
  return (
    <Dialog title={title} closeLabel={t('common.close')} onClose={onClose}>
      <Loaded query={preview} placeholder={160}>
        {(shown) => (
          <div className="stack gap-4">
            {note !== undefined && <Note tone="orange">{note}</Note>}
            <PreviewBlock
              title={t('preview.title')}
              hint={t('preview.hint')}
              parts={[
                { title: t('preview.caption'), content: <PreviewTable rows={shown.preview} /> },
              ]}
            />
            <WhoDecides preview={shown} />
            <ProposeForm
              proposed={proposed}
              isProposal={shown.isNeeded}
              reason={reason}
              onReason={setReason}
              onDone={onDone}
            />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

type WhoDecidesProps = {
  readonly preview: Pick<CallReply<typeof postProposalPreview>, 'isNeeded' | 'approvers'>
}

/** Number of possible approvers, or what to do without one. Source: requirements APR-013, APR-014. */
export function WhoDecides({ preview }: WhoDecidesProps) {
  const { t } = useTranslation()
  const { fourEyes } = useSignedIn()
  if (!fourEyes) return <Note tone="orange">{t('propose.alone')}</Note>
  if (!preview.isNeeded) return null
  if (preview.approvers === 0) {
    return <Note tone="orange">{t('propose.noApprover')}</Note>
  }
  return <Note>{t('propose.approvers', { count: preview.approvers })}</Note>
}

type ProposeFormProps = Pick<ProposeDialogProps, 'proposed' | 'onDone'> & {
  readonly isProposal: boolean
  /** That of the preview: what has changed since is refused. */
  readonly basis?: string
  readonly reason: string
  readonly onReason: (reason: string) => void
  /** Called after a refusal: the preview may be another one now. */
  readonly onRefused?: () => void
}

/** Asks for the reason of an act and proposes it. */
export function ProposeForm(props: ProposeFormProps) {
  const { proposed, isProposal, basis, reason, onReason, onDone, onRefused } = props
  const { t } = useTranslation()
  const { fourEyes } = useSignedIn()
  const hint = useReasonHint(reason)
  const act = usePropose(onDone, onRefused)
  const isAtOnce = !isProposal || !fourEyes
  return (
    <form
      className="stack gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReason(reason))
          act.run({ proposed, reason: reason.trim(), ...(basis !== undefined && { basis }) })
      }}
    >
      <ReasonField label={t('reason.label')} hint={hint} value={reason} onChange={onReason} />
      <ActNote act={act} notDone={t('propose.notDone')} roles={proposingRoles(proposed.kind)} />
      <div className="in-row">
        <span className="push">
          <Button
            type="submit"
            variant="primary"
            busy={act.isBusy}
            disabledReason={isReason(reason) ? undefined : hint}
          >
            {isAtOnce ? t('propose.atOnce') : t('propose.submit')}
          </Button>
        </span>
      </div>
    </form>
  )
}
