import { getConsoleDisputes, type ListedDispute } from '@partner-office/contracts'
import { DISPUTE_KINDS } from '@partner-office/domain'
import { FilterChip } from '@partner-office/ui/console'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { PartnerLink } from '../../parts/partner-name.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { DisputeState } from './dispute-state.tsx'
import { Figures } from './figures.tsx'
import { SHOWN_STATES } from './shown-states.ts'
import { TimeLeft } from './time-left.tsx'
import { useThingText } from './use-thing-text.ts'

/** Questions of partners, the open ones by what is left until the deadline, and their figures. Source: requirements DSP-008, DSP-013. */
export function DisputesPage() {
  const { t } = useTranslation()
  const list = useDisputes()
  const columns = useColumns()
  return (
    <Page title={t('menu.disputes')} roles={getConsoleDisputes.roles}>
      <div className="stack gap-4 wide-list">
        <Filters />
        <PagedTable
          list={list}
          caption={t('menu.disputes')}
          columns={columns}
          total={list.data?.pages[0]?.total}
          keyOf={({ id }) => String(id)}
          nameOf={({ id }) => t('disputes.one', { id })}
          isQuiet={({ endedAt }) => endedAt !== null}
          link={({ id }, attributes) => (
            <Link
              {...attributes}
              to={PATHS.dispute}
              params={{ id: String(id) }}
              className="row-name"
            />
          )}
          empty={t('disputes.none')}
        />
        <Figures />
      </div>
    </Page>
  )
}

function useDisputes() {
  const { api } = useConsole()
  const { state, kind, programme, month, partner } = useSearch({
    from: `/frame${PATHS.disputes}`,
  })
  const filter = {
    ...(state !== undefined && { state }),
    ...(kind !== undefined && { kind }),
    ...(programme !== undefined && { bonusType: programme }),
    ...(month !== undefined && { month }),
    ...(partner !== undefined && { partnerId: partner }),
  }
  return usePaged([getConsoleDisputes.path, filter], (cursor, signal) =>
    api.call(getConsoleDisputes, { query: { ...filter, ...cursor }, signal }),
  )
}

function useColumns() {
  const { t } = useTranslation()
  const thingText = useThingText()
  return [
    { name: 'id', head: t('disputes.number'), cell: ({ id }: ListedDispute) => id },
    {
      name: 'thing',
      head: t('disputes.thing'),
      cell: ({ thing }: ListedDispute) => thingText(thing),
    },
    {
      name: 'partner',
      head: t('adjustments.partner'),
      cell: (row: ListedDispute) => <PartnerLink {...row} />,
    },
    {
      name: 'language',
      head: t('disputes.language'),
      isHelper: true,
      cell: ({ language }: ListedDispute) => language,
    },
    {
      name: 'state',
      head: t('disputes.state'),
      cell: ({ state }: ListedDispute) => <DisputeState state={state} />,
    },
    {
      name: 'left',
      head: t('disputes.left'),
      cell: ({ left, state }: ListedDispute) => <TimeLeft left={left} state={state} />,
    },
    ...useHistoryColumns(),
  ]
}

function useHistoryColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'takenBy',
      head: t('disputes.takenBy'),
      cell: ({ takenBy }: ListedDispute) => <bdi>{takenBy?.email ?? '–'}</bdi>,
    },
    {
      name: 'openedAt',
      head: t('disputes.openedAt'),
      isHelper: true,
      cell: ({ openedAt }: ListedDispute) => <Instant at={openedAt} />,
    },
  ]
}

function Filters() {
  const { t } = useTranslation()
  const { state, kind } = useSearch({ from: `/frame${PATHS.disputes}` })
  const navigate = useNavigate({ from: PATHS.disputes })
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      <FilterChip
        name={t('disputes.state')}
        clearLabel={t('filters.clear', { name: t('disputes.state') })}
        options={SHOWN_STATES.map((value) => ({ value, text: t(`disputes.states.${value}`) }))}
        value={state}
        onChange={(value) =>
          void navigate({
            search: (before) => ({ ...before, state: SHOWN_STATES.find((one) => one === value) }),
          })
        }
      />
      <FilterChip
        name={t('disputes.thing')}
        clearLabel={t('filters.clear', { name: t('disputes.thing') })}
        options={DISPUTE_KINDS.map((value) => ({ value, text: t(`disputes.kinds.${value}`) }))}
        value={kind}
        onChange={(value) =>
          void navigate({
            search: (before) => ({ ...before, kind: DISPUTE_KINDS.find((one) => one === value) }),
          })
        }
      />
    </div>
  )
}
