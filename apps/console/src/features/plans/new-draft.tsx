import {
  getPlanDrafts,
  type LoadedPlanVersion,
  type PlanDraft,
  PLAN_ROLES,
  postPlanDraft,
} from '@partner-office/contracts'
import { SelectField, TextField } from '@partner-office/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { useAct } from '../../lib/use-act.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { UploadButton } from '../../parts/upload-button.tsx'
import { PATHS } from '../../paths.ts'
import { useLookUpDraft } from './use-look-up-draft.ts'

type NewDraftProps = {
  readonly versions: readonly LoadedPlanVersion[]
  /** The version that it begins as. */
  readonly version?: number
  readonly onClose: () => void
}

type Written = {
  readonly name: string
  /** `empty`, `file`, or the number of a version. */
  readonly from: string
  readonly file: { readonly name: string; readonly text: string } | null
}

/** Begins a draft: as a version, as a file, or empty. Source: requirements PLN-004, PLN-008. */
export function NewDraft({ versions, version, onClose }: NewDraftProps) {
  const { t } = useTranslation()
  const newest = version ?? versions.find(({ state }) => state === 'IN_FORCE')?.version
  const [written, setWritten] = useState<Written>({
    name: '',
    from: newest === undefined ? 'empty' : String(newest),
    file: null,
  })
  const act = useBegin()
  const { name, from, file } = written
  const isWhole = name.trim() !== '' && (from !== 'file' || file !== null)
  return (
    <FormDialog
      texts={{
        title: t('plan.newDraft'),
        hint: t('plan.draftHint'),
        button: t('plan.begin'),
        notDone: t('plan.notBegun'),
      }}
      act={act}
      roles={PLAN_ROLES}
      missing={isWhole ? undefined : t('plan.incomplete')}
      onSubmit={() => act.run(written)}
      onClose={onClose}
    >
      <DraftFields versions={versions} written={written} onChange={setWritten} />
    </FormDialog>
  )
}

type FieldsProps = {
  readonly versions: readonly LoadedPlanVersion[]
  readonly written: Written
  readonly onChange: (written: Written) => void
}

function DraftFields({ versions, written, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const { name, from } = written
  return (
    <>
      <TextField
        label={t('plan.name')}
        value={name}
        onChange={({ target }) => onChange({ ...written, name: target.value })}
        required
        maxLength={200}
        autoFocus
      />
      <SelectField
        label={t('plan.beginsAs')}
        value={from}
        onChange={({ target }) => onChange({ ...written, from: target.value })}
      >
        {versions.map((each) => (
          <option key={each.version} value={each.version}>
            {t('plan.versionOne', { version: each.version })}
          </option>
        ))}
        <option value="file">{t('plan.ofFile')}</option>
        <option value="empty">{t('plan.ofNothing')}</option>
      </SelectField>
      {from === 'file' && <ChosenFile written={written} onChange={onChange} />}
    </>
  )
}

function ChosenFile({ written, onChange }: Omit<FieldsProps, 'versions'>) {
  const { t } = useTranslation()
  const read = async (chosen: File): Promise<void> =>
    onChange({ ...written, file: { name: chosen.name, text: await chosen.text() } })
  return (
    <div className="in-row">
      <UploadButton
        text={t('plan.chooseFile')}
        label={t('plan.chooseFile')}
        accept=".json,application/json"
        onFile={(chosen) => void read(chosen)}
      />
      <span role="status">{written.file?.name ?? t('plan.noFile')}</span>
    </div>
  )
}

function useBegin() {
  const { api } = useConsole()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const lookUp = useLookUpDraft()
  return useAct<Written, PlanDraft>({
    send: (written) => api.call(postPlanDraft, { body: bodyOf(written) }),
    lookUp: ({ name }) => lookUp(name),
    onDone: async ({ id }) => {
      void queries.invalidateQueries({ queryKey: [getPlanDrafts.path] })
      await navigate({ to: PATHS.planDraft, params: { id: String(id) } })
    },
  })
}

function bodyOf({ name, from, file }: Written) {
  if (from === 'empty') return { name, from } as const
  if (from === 'file') return { name, from: 'file', text: file?.text ?? '' } as const
  return { name, from: 'version', version: Number(from) } as const
}
