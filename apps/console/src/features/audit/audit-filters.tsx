import { AuditResult } from '@partner-office/contracts'
import { FilterChip, FilterInput } from '@partner-office/ui/console'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { utcText } from '../../lib/instants.ts'
import { instantOf, typedInstant } from '../../lib/typed-instant.ts'
import { ExportButton } from '../../parts/export-button.tsx'
import { ColumnsMenu, shownNames } from '../../parts/list-table.tsx'
import { PATHS } from '../../paths.ts'
import type { useAuditColumns } from './audit-columns.tsx'
import type { LogFilter } from './use-entries.ts'

const WORDS = ['actor', 'command', 'object', 'from', 'requestId'] as const
const INSTANTS = ['since', 'until'] as const

type FiltersProps = { readonly columns: ReturnType<typeof useAuditColumns> }

/** The filters of the log, all in the address. Source: requirements AUD-001, SCR-004. */
export function AuditFilters({ columns }: FiltersProps) {
  const { t } = useTranslation()
  const { hide, open: _open, ...filter } = useSearch({ from: `/frame${PATHS.audit}` })
  const navigate = useNavigate({ from: PATHS.audit })
  const change = (changes: LogFilter & { readonly hide?: string | undefined }): void =>
    void navigate({ search: (before) => ({ ...before, ...changes }) })
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      {WORDS.map((name) => (
        <WordsFilter key={name} name={name} value={filter[name]} onChange={change} />
      ))}
      <FilterChip
        name={t('audit.result')}
        clearLabel={t('filters.clear', { name: t('audit.result') })}
        options={AuditResult.options.map((value) => ({ value, text: t(`audit.results.${value}`) }))}
        value={filter.result}
        onChange={(value) => change({ result: AuditResult.options.find((one) => one === value) })}
      />
      <WordsFilter name="proposal" value={filter.proposal} onChange={change} />
      {INSTANTS.map((name) => (
        <InstantFilter key={name} name={name} value={filter[name]} onChange={change} />
      ))}
      <ColumnsMenu columns={columns} hide={hide} onChange={change} />
      <ExportButton list="audit" filters={filter} columns={shownNames(columns, hide)} />
    </div>
  )
}

type OneFilterProps<Name extends keyof LogFilter> = {
  readonly name: Name
  readonly value: string | undefined
  readonly onChange: (changes: LogFilter) => void
}

function WordsFilter({
  name,
  value,
  onChange,
}: OneFilterProps<(typeof WORDS)[number] | 'proposal'>) {
  const { t } = useTranslation()
  const title = t(`audit.${name}`)
  const isNumber = name === 'proposal'
  return (
    <FilterInput
      name={title}
      hint={t('filters.whole')}
      value={value}
      maxLength={isNumber ? 16 : 256}
      {...(isNumber && { inputMode: 'numeric', pattern: '[1-9][0-9]*' })}
      applyLabel={t('filters.apply')}
      clearLabel={t('filters.clear', { name: title })}
      onChange={(changed) => onChange({ [name]: changed })}
    />
  )
}

function InstantFilter({ name, value, onChange }: OneFilterProps<(typeof INSTANTS)[number]>) {
  const { t } = useTranslation()
  const title = t(`audit.${name}`)
  const at = value === undefined ? undefined : Number(value)
  return (
    <FilterInput
      name={title}
      type="datetime-local"
      hint={t('filters.utc')}
      value={at === undefined ? undefined : typedInstant(at)}
      shown={at === undefined ? undefined : utcText(at)}
      applyLabel={t('filters.apply')}
      clearLabel={t('filters.clear', { name: title })}
      onChange={(typed = '') => {
        const changed = instantOf(typed)
        onChange({ [name]: changed === null ? undefined : String(changed) })
      }}
    />
  )
}
