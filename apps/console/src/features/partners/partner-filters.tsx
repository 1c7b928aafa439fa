import { BalanceSign } from '@partner-office/contracts'
import { Button, TextField } from '@partner-office/ui'
import { FilterChip, FilterInput } from '@partner-office/ui/console'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { countryText } from '../../lib/countries.ts'
import { ColumnsMenu, hiddenOf, hideOf } from '../../parts/list-table.tsx'
import { PATHS } from '../../paths.ts'

const FROM = `/frame${PATHS.partners}` as const
const FLAGS = ['isActive', 'isBlocked', 'isHidden', 'isVerified', 'isRoot'] as const
const TYPED = {
  rang: { pattern: '[A-Z_]{1,40}' },
  country: { pattern: '[A-Z]{2}' },
  registeredFrom: { type: 'date' },
  registeredTo: { type: 'date' },
} as const
const TYPED_NAMES = Object.keys(TYPED) as (keyof typeof TYPED)[]

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
  const hidden = hiddenOf(search.hide)
  const clearLabel = (name: string) => t('filters.clear', { name })
  return (
    <>
      <SearchForm key={search.search} />
      <div className="filter-bar" role="group" aria-label={t('filters.label')}>
        {FLAGS.map((name) => (
          <FilterChip
            key={name}
            name={t(`partners.filters.${name}`)}
            clearLabel={clearLabel(t(`partners.filters.${name}`))}
            options={(['true', 'false'] as const).map((value) => ({
              value,
              text: t(`partners.yesNo.${value}`),
            }))}
            value={search[name]}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
        {TYPED_NAMES.map((name) => (
          <FilterInput
            key={name}
            name={t(`partners.filters.${name}`)}
            hint={t(`partners.hints.${name}`)}
            value={search[name]}
            shown={
              name === 'country' && search.country !== undefined
                ? countryText(search.country)
                : search[name]
            }
            maxLength={40}
            {...TYPED[name]}
            applyLabel={t('filters.apply')}
            clearLabel={clearLabel(t(`partners.filters.${name}`))}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
        <FilterChip
          name={t('partners.filters.balance')}
          clearLabel={clearLabel(t('partners.filters.balance'))}
          options={BalanceSign.options.map((value) => ({
            value,
            text: t(`partners.balances.${value}`),
          }))}
          value={search.balance}
          onChange={(value) =>
            change({ balance: BalanceSign.options.find((one) => one === value) })
          }
        />
        <span className="push in-row">
          <ColumnsMenu
            columns={columns}
            hidden={hidden}
            onChange={(now) => change({ hide: hideOf(now) })}
          />
        </span>
      </div>
    </>
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
    <form role="search" aria-label={t('partners.find')} onSubmit={find} className="stack gap-2">
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
