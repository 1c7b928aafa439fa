import {
  type Attempt,
  DeliveryState,
  type Endpoint,
  getAttempts,
  type WebhookType,
} from '@partner-office/contracts'
import { Box, FilterChip, FilterInput, StateMark } from '@partner-office/ui/console'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { timeTakenText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { NumberFilter } from '../../parts/number-filter.tsx'
import { PATHS } from '../../paths.ts'
import { usePaged } from '../../parts/use-paged.ts'
import { PagedTable } from '../../parts/paged-table.tsx'

const FROM = `/frame${PATHS.endpoint}` as const

/** The filters of the log as the address has them; undefined: not set. */
type Filter = {
  readonly event?: string | undefined
  readonly type?: WebhookType | undefined
  readonly partner?: string | undefined
  readonly state?: DeliveryState | undefined
}

/** The log of attempts, the newest first, with its filters in the address. Source: requirements WHK-007. */
export function AttemptsBox({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation()
  const { open, ...filter } = useSearch({ from: FROM })
  const log = useAttempts(endpoint.id, filter)
  const columns = useColumns()
  return (
    <Box title={t('webhooks.log')} actions={<Filters endpoint={endpoint} />} isFlush>
      <PagedTable
        list={log}
        isCard={false}
        caption={t('webhooks.log')}
        columns={columns}
        keyOf={({ id }) => String(id)}
        nameOf={({ eventId }) => eventId}
        open={open}
        link={({ id }, attributes) => (
          <Link
            {...attributes}
            from={PATHS.endpoint}
            to="."
            search={(before) => ({ ...before, open: String(id) })}
            className="row-name"
          />
        )}
        empty={Object.keys(filter).length === 0 ? t('webhooks.noAttempts') : t('table.none')}
      />
    </Box>
  )
}

/** The log of an endpoint page by page. */
export function useAttempts(endpointId: number, filter: Filter) {
  const { api } = useConsole()
  const id = String(endpointId)
  return usePaged([getAttempts.path, id, filter], (cursor, signal) =>
    api.call(getAttempts, { params: { id }, query: { ...filter, ...cursor }, signal }),
  )
}

function useColumns() {
  const { t } = useTranslation()
  return [
    { name: 'event', head: t('webhooks.event'), cell: ({ eventId }: Attempt) => eventId },
    {
      name: 'at',
      head: t('webhooks.at'),
      cell: ({ at }: Attempt) => <Instant at={at} isExact />,
    },
    {
      name: 'answer',
      head: t('webhooks.answer'),
      cell: (attempt: Attempt) => <AttemptResult attempt={attempt} />,
    },
    {
      name: 'duration',
      head: t('webhooks.duration'),
      isFigure: true,
      cell: ({ duration }: Attempt) => timeTakenText(duration),
    },
    {
      name: 'partner',
      head: t('webhooks.partner'),
      isFigure: true,
      cell: ({ partnerId }: Attempt) => partnerId ?? '–',
    },
    {
      name: 'state',
      head: t('webhooks.delivery'),
      cell: ({ state }: Attempt) => (state === null ? '–' : t(`webhooks.delivery_${state}`)),
    },
  ]
}

/** The status of an answer, or why there was none. */
export function AttemptResult({ attempt }: { readonly attempt: Attempt }) {
  const { t } = useTranslation()
  const { status, isDelivered } = attempt
  return (
    <StateMark state={isDelivered ? 'good' : 'bad'}>
      {status === null ? t('webhooks.noAnswer') : status}
    </StateMark>
  )
}

function Filters({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation()
  const { event, type, partner, state } = useSearch({ from: FROM })
  const navigate = useNavigate({ from: PATHS.endpoint })
  const change = (changes: Filter): void =>
    void navigate({ search: (before) => ({ ...before, ...changes }) })
  const clear = (name: string) => t('filters.clear', { name })
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      <FilterInput
        name={t('webhooks.event')}
        hint={t('filters.whole')}
        value={event}
        maxLength={128}
        applyLabel={t('filters.apply')}
        clearLabel={clear(t('webhooks.event'))}
        onChange={(changed) => change({ event: changed })}
      />
      <NumberFilter
        name={t('webhooks.partner')}
        hint={t('filters.whole')}
        value={partner}
        onChange={(changed) => change({ partner: changed })}
      />
      <FilterChip
        name={t('webhooks.type')}
        clearLabel={clear(t('webhooks.type'))}
        options={endpoint.types.map((value) => ({ value, text: value }))}
        value={type}
        onChange={(value) => change({ type: endpoint.types.find((one) => one === value) })}
      />
      <FilterChip
        name={t('webhooks.delivery')}
        clearLabel={clear(t('webhooks.delivery'))}
        options={DeliveryState.options.map((value) => ({
          value,
          text: t(`webhooks.delivery_${value}`),
        }))}
        value={state}
        onChange={(value) => change({ state: DeliveryState.options.find((one) => one === value) })}
      />
    </div>
  )
}
