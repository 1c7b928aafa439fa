import {
  type DifferenceResult,
  getPlanDifferenceFile,
  type PlanDifference,
} from '@partner-office/contracts'
import { rankDisplayName } from '@partner-office/domain'
import { Button } from '@partner-office/ui'
import { FilterChip } from '@partner-office/ui/console'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { countryText } from '../../lib/countries.ts'
import { useProgrammeName } from '../../lib/programme-name.ts'
import { saveFile } from '../../lib/save-file.ts'
import { PATHS } from '../../paths.ts'

const FROM = `/frame${PATHS.planDifference}` as const

type Props = {
  readonly difference: Pick<PlanDifference, 'id' | 'months'>
  readonly choices: DifferenceResult['choices']
}

/** The filters of a difference, all in the address, and the file of what they leave. Source: requirements PLN-014. */
export function DifferenceFilters({ difference: { id, months }, choices }: Props) {
  const { t } = useTranslation()
  const nameOf = useProgrammeName()
  const search = useSearch({ from: FROM })
  const navigate = useNavigate({ from: PATHS.planDifference })
  const { types, currencies, ranks, countries } = choices
  const filters = [
    { name: 'month', options: months, text: (value: string) => value },
    { name: 'type', options: types, text: nameOf },
    { name: 'currency', options: currencies, text: (value: string) => value },
    { name: 'rank', options: ranks, text: rankDisplayName },
    { name: 'country', options: countries, text: countryText },
  ] as const
  const set = Object.entries(search).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const file = `${getPlanDifferenceFile.path.replace(':id', String(id))}?${String(new URLSearchParams(set))}`
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      {filters.map(({ name, options, text }) => (
        <FilterChip
          key={name}
          name={t(`planDifferences.filters.${name}`)}
          clearLabel={t('filters.clear', { name: t(`planDifferences.filters.${name}`) })}
          options={options.map((value) => ({ value, text: text(value) }))}
          value={search[name]}
          onChange={(value) =>
            void navigate({ search: (before) => ({ ...before, [name]: value }), replace: true })
          }
        />
      ))}
      <span className="push">
        <Button size="sm" icon="download" onClick={() => saveFile(file)}>
          {t('planDifferences.file')}
        </Button>
      </span>
    </div>
  )
}
