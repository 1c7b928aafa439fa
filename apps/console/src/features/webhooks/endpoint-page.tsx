import { type Endpoint, getEndpoint } from '@partner-office/contracts'
import { KeyValues } from '@partner-office/ui'
import { Box, WithPanel } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { hasOneOf } from '../../lib/session.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { AttemptPanel } from './attempt-panel.tsx'
import { AttemptsBox } from './attempts-box.tsx'
import { EndpointActs } from './endpoint-acts.tsx'
import { EndpointState } from './endpoint-state.tsx'

/** One endpoint: what it gets, whether it answers, and the log of attempts. Source: requirements WHK-007 to WHK-011. */
export function EndpointPage() {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const { id } = useParams({ from: `/frame${PATHS.endpoint}` })
  return (
    <Page
      title={t('webhooks.one', { id })}
      crumb={{ text: t('menu.webhooks'), to: PATHS.webhooks }}
      roles={getEndpoint.roles}
    >
      {hasOneOf(operator.roles, getEndpoint.roles) && <Content key={id} id={id} />}
    </Page>
  )
}

function Content({ id }: { readonly id: string }) {
  const { api } = useConsole()
  const endpoint = useQuery(queryOf(api, getEndpoint, { params: { id } }))
  const { open } = useSearch({ from: `/frame${PATHS.endpoint}` })
  const navigate = useNavigate({ from: PATHS.endpoint })
  const close = () => void navigate({ search: (before) => ({ ...before, open: undefined }) })
  return (
    <Loaded query={endpoint} placeholder={300}>
      {(found) => (
        <WithPanel
          panel={
            open === undefined ? null : (
              <AttemptPanel key={open} endpoint={found} id={open} onClose={close} />
            )
          }
        >
          <div className="stack gap-4">
            <About endpoint={found} />
            <AttemptsBox endpoint={found} />
          </div>
        </WithPanel>
      )}
    </Loaded>
  )
}

function About({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation()
  const { address, note, types, offBecause, addedAt, lastSuccessAt, formerUntil } = endpoint
  const { pending, since, givenUp } = endpoint
  return (
    <Box title={t('webhooks.about')} foot={<EndpointActs endpoint={endpoint} />}>
      <KeyValues
        items={[
          { label: t('webhooks.address'), value: <bdi>{address}</bdi> },
          { label: t('webhooks.note'), value: note || '–' },
          { label: t('webhooks.state'), value: <EndpointState offBecause={offBecause} /> },
          { label: t('webhooks.types'), value: types.join(', ') },
          {
            label: t('webhooks.pending'),
            value:
              since === null ? (
                pending
              ) : (
                <>
                  {t('webhooks.pendingSince', { count: pending })} <Instant at={since} />
                </>
              ),
          },
          { label: t('webhooks.givenUp'), value: givenUp },
          {
            label: t('webhooks.lastSuccess'),
            value: lastSuccessAt === null ? t('webhooks.never') : <Instant at={lastSuccessAt} />,
          },
          { label: t('webhooks.added'), value: <Instant at={addedAt} /> },
          ...(formerUntil === null
            ? []
            : [{ label: t('webhooks.formerUntil'), value: <Instant at={formerUntil} /> }]),
        ]}
      />
    </Box>
  )
}
