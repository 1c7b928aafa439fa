import {
  getSettingHistory,
  getSettings,
  postSettingsCheck,
  putSettings,
  type Setting,
} from '@partner-office/contracts'
import { Button, SelectField, TextAreaField, TextField, useToast } from '@partner-office/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { readFacts } from '../../lib/read-facts.ts'
import { useAct } from '../../lib/use-act.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { PROPOSING } from '../../lib/proposal-roles.ts'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { useProposed } from '../../parts/use-proposed.ts'

type SettingEditorProps = { readonly setting: Setting }

/** Changes a setting, at once or as a proposal; the service checks the value while it is typed. Source: requirements CNF-002, CNF-003. */
export function SettingEditor({ setting }: SettingEditorProps) {
  const { t } = useTranslation()
  const { name, value, isSet, isGuarded } = setting
  const [typed, setTyped] = useState(value)
  const [proposed, setProposed] = useState<{ readonly value: string | null } | null>(null)
  const save = useSave(setting)
  const needsRole = useNeedsRole(isGuarded ? PROPOSING : putSettings.roles)
  const { problem, isChecked } = useProblem(name, typed, typed !== value)
  const change = (to: string | null) => (isGuarded ? setProposed({ value: to }) : save.run(to))
  const isReady = typed !== value && isChecked && problem === undefined
  return (
    <>
      <form
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && needsRole === undefined) change(typed)
        }}
      >
        <ValueField
          setting={setting}
          value={typed}
          error={problem}
          isReadOnly={needsRole !== undefined}
          onChange={setTyped}
        />
        <ActNote act={save} notDone={t('config.notSaved')} roles={putSettings.roles} />
        <div className="decision">
          {isSet && needsRole === undefined && (
            <Button variant="ghost" onClick={() => change(null)}>
              {t('config.toDefault')}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            busy={save.isBusy}
            disabledReason={needsRole ?? (isReady ? undefined : t('config.unchanged'))}
          >
            {isGuarded ? t('config.propose') : t('config.save')}
          </Button>
        </div>
        {needsRole !== undefined && <p className="caption">{needsRole}</p>}
      </form>
      {/* Outside the form: it has one of its own, and browsers keep the events of a form in a form to themselves. */}
      {proposed !== null && (
        <ProposeSetting name={name} values={proposed} onClose={() => setProposed(null)} />
      )}
    </>
  )
}

/** What is wrong with a value, in the service's words, a moment after it was typed. */
function useProblem(name: string, value: string, isChanged: boolean) {
  const { api } = useConsole()
  const settled = useSettled(value)
  const check = useQuery({
    queryKey: [postSettingsCheck.path, name, settled],
    queryFn: ({ signal }) =>
      api.call(postSettingsCheck, { body: { values: { [name]: settled } }, signal }),
    enabled: isChanged && settled === value,
    gcTime: 0,
  })
  const isChecked = isChanged && settled === value && check.data !== undefined
  return { problem: isChecked ? check.data.problems[0]?.problem : undefined, isChecked }
}

type ValueFieldProps = SettingEditorProps & {
  readonly value: string
  readonly error: string | undefined
  readonly isReadOnly: boolean
  readonly onChange: (value: string) => void
}

function ValueField({ setting, value, error, isReadOnly, onChange }: ValueFieldProps) {
  const { t } = useTranslation()
  const { kind, words, accepts } = setting
  const field = {
    label: t('config.value'),
    hint: accepts,
    error,
    value,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange(target.value),
  }
  const options = kind === 'flag' ? ['TRUE', 'FALSE'] : kind === 'choice' ? words : null
  if (options !== null) {
    return (
      <SelectField {...field} disabled={isReadOnly}>
        {options.map((word) => (
          <option key={word}>{word}</option>
        ))}
      </SelectField>
    )
  }
  const plain = { ...field, readOnly: isReadOnly, spellCheck: false, dir: 'ltr' } as const
  return kind === 'json' ? <TextAreaField {...plain} rows={8} /> : <TextField {...plain} />
}

function useSave({ name, value }: Setting) {
  const { t } = useTranslation()
  const { api, session } = useConsole()
  const toast = useToast()
  const queries = useQueryClient()
  const now = async () =>
    (await api.call(getSettings)).content.find((one) => one.name === name) ?? null
  return useAct<string | null, object>({
    send: (to) =>
      api.call(putSettings, { body: { values: { [name]: to }, seen: { [name]: value } } }),
    lookUp: async (to) => {
      const read = await now()
      return read !== null && (to === null ? !read.isSet : read.value === to) ? read : null
    },
    onDone: () => {
      toast.success({ title: t('config.saved'), text: name })
      void readFacts({ api, session })
      void queries.invalidateQueries({ queryKey: [getSettings.path] })
      void queries.invalidateQueries({ queryKey: [getSettingHistory.path] })
    },
  })
}

type ProposeSettingProps = {
  readonly name: string
  readonly values: { readonly value: string | null }
  readonly onClose: () => void
}

function ProposeSetting({ name, values, onClose }: ProposeSettingProps) {
  const { t } = useTranslation()
  const { fourEyes } = useSignedIn()
  const onDone = useProposed(onClose)
  return (
    <ProposeDialog
      title={t(fourEyes ? 'config.proposeTitle' : 'config.changeTitle', { name })}
      proposed={{ kind: 'setting', object: name, values }}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
