import {
  deletePlanDraft,
  getPlanDraft,
  getPlanDraftFile,
  getPlanDrafts,
  type PlanDraft,
  PLAN_ROLES,
  postPlanDraft,
  putPlanDraft,
} from '@partner-office/contracts'
import { draftText } from '@partner-office/domain'
import { Button, Note, useToast } from '@partner-office/ui'
import { CallFailed } from '@partner-office/web'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { ConfirmAct } from '../../parts/confirm-act.tsx'
import { ProposalLink } from '../../parts/proposal-link.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { useProposed } from '../../parts/use-proposed.ts'
import { PATHS } from '../../paths.ts'
import { useLookUpDraft } from './use-look-up-draft.ts'

type ActsProps = {
  readonly draft: PlanDraft
  readonly name: string
  readonly document: unknown
  readonly problems: number
}

/** Saves, proposes, exports or removes a draft. */
export function DraftActs(props: ActsProps) {
  const { t } = useTranslation()
  const { draft, name, document } = props
  const [asked, setAsked] = useState<'propose' | 'remove' | null>(null)
  const save = useSave(props)
  const isDirty = draftText(document) !== draft.text || name.trim() !== draft.name
  const close = () => setAsked(null)
  return (
    <div className="stack gap-3">
      <div className="plan-bar">
        <Button
          variant="primary"
          busy={save.isBusy}
          disabledReason={name.trim() === '' ? t('plan.incomplete') : undefined}
          onClick={() => save.run()}
        >
          {t('plan.save')}
        </Button>
        <Button disabledReason={useReason(props, isDirty)} onClick={() => setAsked('propose')}>
          {t('plan.propose')}
        </Button>
        <Button
          icon="download"
          onClick={() => saveFile(getPlanDraftFile.path.replace(':id', String(draft.id)))}
        >
          {t('plan.saveFile')}
        </Button>
        <Button variant="ghost" onClick={() => setAsked('remove')}>
          {t('plan.remove')}
        </Button>
        <span role="status" className="muted">
          {isDirty ? t('plan.notSavedYet') : t('plan.isSaved')}
        </span>
      </div>
      <ActNote act={save} notDone={t('plan.notSaved')} roles={PLAN_ROLES} />
      {isChanged(save.error) && <Meanwhile {...props} />}
      {draft.proposal !== null && (
        <Note>
          {t('plan.waits')} <ProposalLink id={String(draft.proposal)} />
        </Note>
      )}
      {asked === 'propose' && <Propose draft={draft} onClose={close} />}
      {asked === 'remove' && <Remove draft={draft} onClose={close} />}
    </div>
  )
}

const isChanged = (error: Error | null): boolean =>
  error instanceof CallFailed && error.code === 'changed_meanwhile'

/** Why a draft cannot be proposed yet. */
function useReason({ problems }: ActsProps, isDirty: boolean): string | undefined {
  const { t } = useTranslation()
  if (problems > 0) return t('plan.mendFirst')
  return isDirty ? t('plan.saveFirst') : undefined
}

function useSave({ draft, name, document }: ActsProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const toast = useToast()
  const { id, version } = draft
  const params = { id: String(id) }
  const text = draftText(document)
  const act = useAct<{ readonly text: string }, PlanDraft>({
    send: (sent) => api.call(putPlanDraft, { params, body: { name, version, text: sent.text } }),
    lookUp: async (sent) => {
      const stored = await api.call(getPlanDraft, { params })
      return stored.version === version + 1 && stored.text === sent.text ? stored : null
    },
    onDone: (saved) => {
      toast.success({ title: t('plan.savedNow', { name: saved.name }) })
      queries.setQueryData([getPlanDraft.path, params, {}], saved)
      void queries.invalidateQueries({ queryKey: [getPlanDrafts.path] })
    },
  })
  return { ...act, run: () => act.run({ text }) }
}

/** Ways on when another operator has saved the draft: nothing was overwritten. Source: requirements PLN-009. */
function Meanwhile({ draft, name, document }: ActsProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const lookUp = useLookUpDraft()
  const own = t('plan.ownName', { name: name.trim() })
  const keep = useAct<string, PlanDraft>({
    send: (text) => api.call(postPlanDraft, { body: { name: own, from: 'file', text } }),
    lookUp: () => lookUp(own),
    onDone: async ({ id }) => {
      void queries.invalidateQueries({ queryKey: [getPlanDrafts.path] })
      await navigate({ to: PATHS.planDraft, params: { id: String(id) } })
    },
  })
  const params = { id: String(draft.id) }
  return (
    <div className="stack gap-3">
      <ActNote act={keep} notDone={t('plan.notBegun')} roles={PLAN_ROLES} />
      <div className="plan-bar">
        <Button busy={keep.isBusy} onClick={() => keep.run(draftText(document))}>
          {t('plan.keepOwn')}
        </Button>
        <Button
          variant="ghost"
          onClick={() => void queries.invalidateQueries({ queryKey: [getPlanDraft.path, params] })}
        >
          {t('plan.readStored')}
        </Button>
      </div>
    </div>
  )
}

type DialogProps = { readonly draft: PlanDraft; readonly onClose: () => void }

function Propose({ draft: { id, name, sha256 }, onClose }: DialogProps) {
  const { t } = useTranslation()
  const onDone = useProposed(onClose)
  return (
    <ProposeDialog
      title={t('plan.proposeTitle', { name })}
      proposed={{ kind: 'plan', object: String(id), values: { sha256 } }}
      note={t('plan.proposeNote')}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

function Remove({ draft: { id, name, version }, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const act = useAct<void, object>({
    send: () =>
      api.call(deletePlanDraft, {
        params: { id: String(id) },
        query: { version: String(version) },
      }),
    lookUp: async () => {
      const { content } = await api.call(getPlanDrafts)
      return content.some((each) => each.id === id) ? null : {}
    },
    onDone: async () => {
      void queries.invalidateQueries({ queryKey: [getPlanDrafts.path] })
      await navigate({ to: PATHS.plan })
    },
  })
  return (
    <ConfirmAct
      texts={{
        title: t('plan.removeTitle', { name }),
        text: t('plan.removeText'),
        button: t('plan.remove'),
        notDone: t('plan.notRemoved'),
      }}
      act={act}
      roles={PLAN_ROLES}
      isFinal
      onConfirm={() => act.run()}
      onClose={onClose}
    />
  )
}
