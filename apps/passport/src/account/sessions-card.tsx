import { type CallReply, deleteSession, type getSessions } from '@partner-office/contracts'
import { Button, Card, Chip, Icon, Note } from '@partner-office/ui'
import { codeOf, errorText } from '@partner-office/web'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../lib/address.ts'
import { usePassport } from '../lib/passport.ts'
import { eventText, leftToRight } from '../lib/time-text.ts'
import { LoadedCard } from './loaded-card.tsx'
import { QUERY, useSessions, useSupportViews } from './queries.ts'

/** The open sessions, each with a button that ends it. */
export function SessionsCard() {
  const { t, i18n } = useTranslation()
  const { api } = usePassport()
  const queries = useQueryClient()
  const sessions = useSessions()
  const ending = useMutation({
    mutationFn: (id: number) => api.call('passport', deleteSession, { params: { id: String(id) } }),
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY.sessions }),
  })
  return (
    <Card title={t('sessions.title')}>
      {ending.isError && (
        <Note tone="red" live>
          {errorText(i18n, codeOf(ending.error))}
        </Note>
      )}
      <LoadedCard query={sessions} failed="sessions.failed" rows={2}>
        {(rows) => (
          <ul className="sessions">
            {rows.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isEnding={ending.isPending && ending.variables === session.id}
                onEnd={() => ending.mutate(session.id)}
              />
            ))}
          </ul>
        )}
      </LoadedCard>
      <SupportViews />
    </Card>
  )
}

/** The views of operators, the newest first; nothing while there are none. Source: requirements PTR-017. */
function SupportViews() {
  const { t } = useTranslation()
  const locale = useLocale()
  const { data = [] } = useSupportViews()
  if (data.length === 0) return null
  return (
    <ul className="sessions">
      {data.map(({ at }) => (
        <li key={at} className="in-row gap-4">
          <Icon name="eye" size={18} />
          <span className="grow">
            <span className="medium-weight">{t('sessions.support')}</span>
            <span className="meta">{eventText(at, Date.now(), locale)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

type SessionRowProps = {
  readonly session: CallReply<typeof getSessions>[number]
  readonly isEnding: boolean
  readonly onEnd: () => void
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { device, place, lastUsedAt, isCurrent } = session
  return (
    <li className="in-row between gap-4 wrap">
      <span className="grow">
        <span className="medium-weight">{device || t('sessions.unknown')}</span>
        <span className="meta">
          {t('sessions.used', {
            place: leftToRight(place || '–'),
            time: eventText(lastUsedAt, Date.now(), locale),
          })}
        </span>
      </span>
      {isCurrent ? (
        <Chip tone="green" icon="done">
          {t('sessions.current')}
        </Chip>
      ) : (
        <Button size="sm" busy={isEnding} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
