import { type CallReply, getPartnerSecurity } from '@partner-office/contracts'
import { KeyValues } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { ListTable } from '../../parts/list-table.tsx'

type Security = CallReply<typeof getPartnerSecurity>

/** Factors, passkeys, sessions and documents of a partner, without secrets. Source: requirements PTR-007. */
export function SecurityTab({ id }: { readonly id: string }) {
  const { api } = useConsole()
  const security = useQuery(queryOf(api, getPartnerSecurity, { params: { id } }))
  return (
    <Loaded query={security} placeholder={300}>
      {(found) => <Shown security={found} />}
    </Loaded>
  )
}

function Shown({ security }: { readonly security: Security }) {
  const { t } = useTranslation()
  const { authenticatorSince, passkeys } = security
  return (
    <div className="stack gap-4">
      <Box title={t('partners.factors')}>
        <KeyValues
          items={[
            {
              label: t('partners.authenticator'),
              value:
                authenticatorSince === null ? (
                  t('partners.noAuthenticator')
                ) : (
                  <Instant at={authenticatorSince} />
                ),
            },
            ...passkeys.map(({ name, addedAt }) => ({
              label: t('partners.passkey', { name }),
              value: <Instant at={addedAt} />,
            })),
          ]}
        />
      </Box>
      <Sessions sessions={security.sessions} />
      <Documents documents={security.documents} />
    </div>
  )
}

type Session = Security['sessions'][number]

function Sessions({ sessions }: Pick<Security, 'sessions'>) {
  const { t } = useTranslation()
  return (
    <Box title={t('partners.sessions')} isFlush>
      <ListTable
        isWhole
        caption={t('partners.sessions')}
        rows={sessions}
        keyOf={(session: Session) => String(sessions.indexOf(session))}
        nameOf={({ device }) => device}
        empty={t('partners.noSessions')}
        columns={[
          {
            name: 'used',
            head: t('partners.lastUsed'),
            cell: ({ lastUsedAt }: Session) => <Instant at={lastUsedAt} />,
          },
          {
            name: 'opened',
            head: t('partners.opened'),
            cell: ({ openedAt }: Session) => <Instant at={openedAt} />,
          },
          {
            name: 'device',
            head: t('partners.device'),
            cell: ({ device }: Session) => <bdi>{device || '–'}</bdi>,
          },
        ]}
      />
    </Box>
  )
}

type Sent = Security['documents'][number]

function Documents({ documents }: Pick<Security, 'documents'>) {
  const { t } = useTranslation()
  return (
    <Box title={t('partners.documents')} isFlush>
      <ListTable
        isWhole
        caption={t('partners.documents')}
        rows={documents}
        keyOf={({ type }: Sent) => type}
        nameOf={({ type }) => type}
        empty={t('partners.noDocuments')}
        columns={[
          { name: 'type', head: t('partners.document'), cell: ({ type }: Sent) => type },
          { name: 'state', head: t('partners.state'), cell: ({ status }: Sent) => status },
          {
            name: 'at',
            head: t('partners.changed'),
            cell: ({ updatedAt }: Sent) => <Instant at={updatedAt} />,
          },
          {
            name: 'reason',
            head: t('reason.label'),
            cell: ({ reason }: Sent) => <bdi>{reason || '–'}</bdi>,
          },
        ]}
      />
    </Box>
  )
}
