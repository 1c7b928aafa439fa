import { getPartners, type ListedPartner } from '@partner-office/contracts'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { countryText } from '../../lib/countries.ts'
import { Instant } from '../../lib/instant.tsx'
import { Amount } from '../../parts/amount.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { ConfirmationMailButton } from '../../parts/personal-data/confirmation-mail.tsx'
import { PartnerFilters } from './partner-filters.tsx'
import { RankName } from '../../parts/rank-name.tsx'
import { PartnerStateMark } from './partner-state.tsx'

const FROM = `/frame${PATHS.partners}` as const

/** Partners, and what they are found by. Source: requirements PTR-001, PTR-003. */
export function PartnersPage() {
  const { t } = useTranslation()
  const list = usePartners()
  const columns = useColumns()
  const { hide, ...filter } = useSearch({ from: FROM })
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <Page title={t('menu.partners')} actions={<ConfirmationMailButton />} roles={getPartners.roles}>
      <PartnerFilters columns={columns} />
      <PagedTable
        list={list}
        caption={t('menu.partners')}
        columns={columns}
        hide={hide}
        keyOf={({ id }) => String(id)}
        nameOf={({ firstName, lastName }) => `${firstName} ${lastName}`}
        isQuiet={({ state }) => state === 'ERASED'}
        link={({ id }, attributes) => (
          <Link
            {...attributes}
            to={PATHS.partner}
            params={{ id: String(id) }}
            className="row-name"
          />
        )}
        empty={isFiltered ? t('partners.noneFound') : t('partners.none')}
      />
    </Page>
  )
}

function usePartners() {
  const { api } = useConsole()
  const { hide: _hide, ...filter } = useSearch({ from: FROM })
  return usePaged([getPartners.path, filter], (cursor, signal) =>
    api.call(getPartners, { query: { ...filter, ...cursor }, signal }),
  )
}

function useColumns() {
  const { t } = useTranslation()
  const { search } = useSearch({ from: FROM })
  const column = (
    name: 'name' | 'number' | 'matched' | 'email' | 'country' | 'rank' | 'state' | 'registered',
    cell: (partner: ListedPartner) => ReactNode,
  ) => ({ name, head: t(`partners.${name}`), cell })
  const figure = (
    name: 'firstLine' | 'team' | 'teamTurnover',
    cell: (partner: ListedPartner) => ReactNode,
  ) => ({ name, head: t(`partners.${name}`), isFigure: true, cell })
  return [
    column('name', ({ firstName, lastName }) => <bdi>{`${firstName} ${lastName}`}</bdi>),
    column('number', ({ id }) => id),
    ...(search === undefined
      ? []
      : [
          column('matched', ({ matched }) =>
            matched.map((kind) => t(`partners.matches.${kind}`)).join(', '),
          ),
        ]),
    column('email', ({ email }) => <bdi>{email}</bdi>),
    column('country', ({ country }) => countryText(country)),
    column('rank', ({ rang }) => <RankName code={rang} />),
    column('state', (partner) => <PartnerStateMark {...partner} />),
    column('registered', ({ registeredAt }) => <Instant at={registeredAt} />),
    figure('firstLine', ({ flSize }) => flSize),
    figure('team', ({ teamSize }) => teamSize),
    figure('teamTurnover', ({ teamTurnover }) => <Amount amount={teamTurnover} currency="EUR" />),
  ]
}
