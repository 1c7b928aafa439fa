import { withChange } from '@partner-office/domain'
import { TextField } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { readName } from '../lib/read-name.ts'
import type { TeamSearchState } from '../lib/use-team-search.ts'
import { useDraft } from './use-draft.ts'

/** Filter by a part of the name. Source: requirements TEA-011, TEA-022, TEA-023. */
export function NameField({ search, change }: Pick<TeamSearchState, 'search' | 'change'>) {
  const { t } = useTranslation()
  const { input, isRefused } = useDraft({
    value: search.name,
    read: readName,
    apply: (name) => change((now) => withChange(now, { name })),
  })
  return (
    <TextField
      {...input}
      type="search"
      maxLength={256}
      label={t('team.name')}
      placeholder={t('team.namePlaceholder')}
      error={isRefused ? t('team.nameInvalid') : undefined}
    />
  )
}
