import { type CallReply, deleteMySession, getMySessions } from '@partner-office/contracts'
import { Button, Chip, Note } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { codeOf, Loaded } from '@partner-office/web'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { codeText } from '../../lib/code-text.ts'
import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'

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
  const { t, i18n } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const ending = useMutation({
    mutationFn: (id: number) => api.call(deleteMySession, { params: { id: String(id) } }),
    onSettled: () => queries.invalidateQueries({ queryKey: [getMySessions.path] }),
  })
  return (
    <>
      {ending.isError && (
        <Note tone="red" live>
          <b>{t('sessions.notEnded')}</b> {codeText(i18n, codeOf(ending.error))}
        </Note>
      )}
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
                busy={ending.isPending && ending.variables === session.id}
                onClick={() => ending.mutate(session.id)}
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
