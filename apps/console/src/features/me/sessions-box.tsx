import { type CallReply, deleteMySession, getMySessions } from '@partner-office/contracts'
import { Button, Chip } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'

/** The operator's open sessions, each of the others with a button that ends it. Source: requirements OPR-025. */
export function SessionsBox() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const sessions = useQuery(queryOf(api, getMySessions))
  return (
    <Box title={t('sessions.title')}>
      <Loaded query={sessions} placeholder={96}>
        {(shown) => <SessionList sessions={shown} />}
      </Loaded>
    </Box>
  )
}

type SessionListProps = { readonly sessions: CallReply<typeof getMySessions> }

function SessionList({ sessions }: SessionListProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const ending = useAct<number, object>({
    send: (id) => api.call(deleteMySession, { params: { id: String(id) } }),
    lookUp: async (id) =>
      (await api.call(getMySessions)).some((one) => one.id === id) ? null : {},
    onDone: () => void queries.invalidateQueries({ queryKey: [getMySessions.path] }),
  })
  return (
    <>
      <ActNote act={ending} notDone={t('sessions.notEnded')} roles={deleteMySession.roles} />
      <ul className="row-list">
        {sessions.map((session) => (
          <li key={session.id}>
            <span className="grow">
              <span className="medium-weight">{session.device || t('sessions.unknown')}</span>{' '}
              <bdi className="muted">{session.place}</bdi>
              <span className="caption block">
                {t('sessions.used')} <Instant at={session.lastUsedAt} />
              </span>
            </span>
            {session.isCurrent ? (
              <Chip tone="green" icon="done">
                {t('sessions.current')}
              </Chip>
            ) : (
              <Button
                size="sm"
                busy={ending.isBusy && ending.about === session.id}
                onClick={() => ending.run(session.id)}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
