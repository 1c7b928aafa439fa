import { getTemplates, type TemplateUse } from '@partner-office/contracts'
import type { Placeholder } from '@partner-office/domain'
import { SelectField } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../lib/console.ts'
import { languageText } from '../lib/languages.ts'
import { queryOf } from '../lib/query-of.ts'
import { textIn } from './template-text.ts'

type TemplateChoiceProps = {
  readonly use: TemplateUse
  /** The language of the partner. */
  readonly language: string
  readonly values: Readonly<Partial<Record<Placeholder, string>>>
  readonly onChoose: (text: string) => void
}

/** Templates for one use; the chosen one comes in the language of the partner, else it says so. Source: requirements DSP-006, INB-005. */
export function TemplateChoice({ use, language, values, onChoose }: TemplateChoiceProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { data } = useQuery(queryOf(api, getTemplates, { query: { use } }))
  const [chosen, setChosen] = useState('')
  const templates = data?.content ?? []
  if (templates.length === 0) return null
  const find = (id: string) => templates.find((one) => String(one.id) === id)
  const choose = (id: string) => {
    setChosen(id)
    const template = find(id)
    if (template !== undefined) onChoose(textIn(template, language, values).text)
  }
  const template = find(chosen)
  const isOther = template !== undefined && textIn(template, language, {}).language !== language
  return (
    <SelectField
      label={t('templates.choose')}
      hint={
        isOther ? t('templates.otherLanguage', { language: languageText(language) }) : undefined
      }
      value={chosen}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">{t('templates.noneChosen')}</option>
      {templates.map(({ id, name }) => (
        <option key={id} value={String(id)}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
