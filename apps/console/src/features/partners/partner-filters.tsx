import { BalanceSign } from '@partner-office/contracts'
import { Button, TextField } from '@partner-office/ui'
import { FilterChip, FilterInput } from '@partner-office/ui/console'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { countryText } from '../../lib/countries.ts'
import { ColumnsMenu } from '../../parts/list-table.tsx'
import { PATHS } from '../../paths.ts'

const FROM = `/frame${PATHS.partners}` as const
const FLAGS = ['isActive', 'isBlocked', 'isHidden', 'isVerified', 'isRoot'] as const
const YES_NO = ['true', 'false'] as const
const TYPED = {
  rang: { pattern: '[A-Z_]{1,40}' },
  country: { pattern: '[A-Z]{2}' },
  registeredFrom: { type: 'date' },
  registeredTo: { type: 'date' },
} as const
const TYPED_NAMES = Object.keys(TYPED) as TypedName[]

type PartnerFiltersProps = {
  readonly columns: readonly { readonly name: string; readonly head: string }[]
}

/** The search and the filters of the list, all in the address. Source: requirements PTR-001, PTR-003. */
export function PartnerFilters({ columns }: PartnerFiltersProps) {
  const { t } = useTranslation()
  const search = useSearch({ from: FROM })
  const navigate = useNavigate({ from: PATHS.partners })
  const change = (changes: typeof search): void =>
    void navigate({ search: (before) => ({ ...before, ...changes }) })
  const yesNo = YES_NO.map((value) => ({ value, text: t(`partners.yesNo.${value}`) }))
  const signs = BalanceSign.options.map((value) => ({
    value,
    text: t(`partners.balances.${value}`),
  }))
  return (
    <>
      <SearchForm key={search.search} />
      <div className="filter-bar" role="group" aria-label={t('filters.label')}>
        {FLAGS.map((name) => (
          <Chosen
            key={name}
            name={t(`partners.filters.${name}`)}
            options={yesNo}
            value={search[name]}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
        {TYPED_NAMES.map((name) => (
          <Typed key={name} name={name} value={search[name]} onChange={change} />
        ))}
        <Chosen
          name={t('partners.filters.balance')}
          options={signs}
          value={search.balance}
          onChange={(value) => change({ balance: value })}
        />
        <ColumnsMenu columns={columns} hide={search.hide} onChange={change} />
      </div>
    </>
  )
}

type ChosenProps<Value extends string> = {
  readonly name: string
  readonly options: readonly { readonly value: Value; readonly text: string }[]
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
}

function Chosen<Value extends string>({ name, options, value, onChange }: ChosenProps<Value>) {
  const { t } = useTranslation()
  return (
    <FilterChip
      name={name}
      clearLabel={t('filters.clear', { name })}
      options={options}
      value={value}
      onChange={(chosen) => onChange(options.find((one) => one.value === chosen)?.value)}
    />
  )
}

type TypedName = keyof typeof TYPED
type TypedProps = {
  readonly name: TypedName
  readonly value: string | undefined
  readonly onChange: (changes: Partial<Record<TypedName, string | undefined>>) => void
}

function Typed({ name, value, onChange }: TypedProps) {
  const { t } = useTranslation()
  const text = t(`partners.filters.${name}`)
  return (
    <FilterInput
      name={text}
      hint={t(`partners.hints.${name}`)}
      value={value}
      shown={name === 'country' && value !== undefined ? countryText(value) : value}
      maxLength={40}
      {...TYPED[name]}
      applyLabel={t('filters.apply')}
      clearLabel={t('filters.clear', { name: text })}
      onChange={(typed) => onChange({ [name]: typed })}
    />
  )
}

function SearchForm() {
  const { t } = useTranslation()
  const { search } = useSearch({ from: FROM })
  const navigate = useNavigate({ from: PATHS.partners })
  const find = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('search')).trim()
    void navigate({ search: (before) => ({ ...before, search: text === '' ? undefined : text }) })
  }
  return (
    <form role="search" aria-label={t('partners.find')} onSubmit={find} className="stack gap-1">
      <TextField
        label={t('partners.search')}
        hint={t('partners.searchHint')}
        name="search"
        type="search"
        maxLength={256}
        defaultValue={search}
      />
      <div className="in-row">
        <Button type="submit" variant="primary">
          {t('partners.find')}
        </Button>
      </div>
    </form>
  )
}
