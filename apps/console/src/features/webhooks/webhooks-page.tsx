import { type Endpoint, getEndpoints, postEndpoint } from '@partner-office/contracts'
import { Button } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { hasOneOf } from '../../lib/session.ts'
import { ListTable } from '../../parts/list-table.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { UnlessFailed } from '../../parts/unless-failed.tsx'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { AddEndpoint } from './add-endpoint.tsx'
import { EndpointState } from './endpoint-state.tsx'

/** The endpoints that receive webhooks, with what waits for each. Source: requirements WHK-001, WHK-011. */
export function WebhooksPage() {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      title={t('menu.webhooks')}
      roles={getEndpoints.roles}
      actions={
        <Button
          variant="primary"
          icon="plus"
          disabledReason={useNeedsRole(postEndpoint.roles)}
          onClick={() => setAdding(true)}
        >
          {t('webhooks.add')}
        </Button>
      }
    >
      {hasOneOf(operator.roles, getEndpoints.roles) && <Endpoints />}
      {isAdding && <AddEndpoint onClose={() => setAdding(false)} />}
    </Page>
  )
}

function Endpoints() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const endpoints = useQuery(queryOf(api, getEndpoints))
  const columns = useColumns()
  return (
    <UnlessFailed query={endpoints}>
      <ListTable
        caption={t('menu.webhooks')}
        columns={columns}
        rows={endpoints.data?.content}
        total={endpoints.data?.content.length}
        keyOf={({ id }) => String(id)}
        nameOf={({ address }) => address}
        isQuiet={({ offBecause }) => offBecause !== null}
        link={({ id }, attributes) => (
          <Link
            {...attributes}
            to={PATHS.endpoint}
            params={{ id: String(id) }}
            className="row-name"
          />
        )}
        empty={t('webhooks.none')}
      />
    </UnlessFailed>
  )
}

function useColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'address',
      head: t('webhooks.address'),
      cell: ({ address }: Endpoint) => <bdi>{address}</bdi>,
    },
    { name: 'note', head: t('webhooks.note'), cell: ({ note }: Endpoint) => note || '–' },
    {
      name: 'state',
      head: t('webhooks.state'),
      cell: ({ offBecause }: Endpoint) => <EndpointState offBecause={offBecause} />,
    },
    {
      name: 'pending',
      head: t('webhooks.pending'),
      isFigure: true,
      cell: ({ pending }: Endpoint) => pending,
    },
    {
      name: 'givenUp',
      head: t('webhooks.givenUp'),
      isFigure: true,
      cell: ({ givenUp }: Endpoint) => givenUp,
    },
    {
      name: 'lastSuccess',
      head: t('webhooks.lastSuccess'),
      cell: ({ lastSuccessAt }: Endpoint) =>
        lastSuccessAt === null ? t('webhooks.never') : <Instant at={lastSuccessAt} />,
    },
  ]
}
