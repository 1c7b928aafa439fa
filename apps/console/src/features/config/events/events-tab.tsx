import { getConsoleEvents, putConsoleEvents } from '@partner-office/contracts'
import { Button } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../../lib/console.ts'
import { Instant } from '../../../lib/instant.tsx'
import { queryOf } from '../../../lib/query-of.ts'
import { ListTable } from '../../../parts/list-table.tsx'
import { useNeedsRole } from '../../../parts/use-needs-role.ts'
import { EventDialog } from './event-dialog.tsx'
import { RemoveEvent } from './remove-event.tsx'
import type { Events, StoredEvent } from './stored-event.ts'

/** The events that partners see, in the order of their ends. Source: requirements CNF-009. */
export function EventsTab() {
  const { api } = useConsole()
  const events = useQuery(queryOf(api, getConsoleEvents))
  return (
    <Loaded query={events} placeholder={320} isCard>
      {(shown) => <EventList events={shown} />}
    </Loaded>
  )
}

/** What is asked about: a new event, or one of the list. */
type Subject =
  | { readonly about: 'new' }
  | { readonly about: 'change' | 'remove'; readonly event: StoredEvent }

/** With the list as it was then: a save is refused when somebody has changed it since. */
type Asked = Subject & { readonly events: Events }

function EventList({ events }: { readonly events: Events }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked | null>(null)
  const needsRole = useNeedsRole(putConsoleEvents.roles)
  const ask = (subject: Subject) => setAsked({ ...subject, events })
  const close = () => setAsked(null)
  return (
    <>
      <div className="filter-bar" role="group" aria-label={t('config.events')}>
        <Button
          size="sm"
          title={needsRole}
          disabledReason={needsRole}
          onClick={() => ask({ about: 'new' })}
        >
          {t('events.add')}
        </Button>
      </div>
      <ListTable
        caption={t('config.events')}
        columns={useColumns(ask)}
        rows={events.content}
        total={events.content.length}
        keyOf={({ id }) => String(id)}
        nameOf={({ title }) => title}
        empty={t('events.none')}
      />
      {asked?.about === 'new' && <EventDialog events={asked.events} event={null} onClose={close} />}
      {asked?.about === 'change' && (
        <EventDialog events={asked.events} event={asked.event} onClose={close} />
      )}
      {asked?.about === 'remove' && (
        <RemoveEvent events={asked.events} event={asked.event} onClose={close} />
      )}
    </>
  )
}

function useColumns(onAsk: (subject: Subject) => void) {
  const { t } = useTranslation()
  const needsRole = useNeedsRole(putConsoleEvents.roles)
  const instant = (name: 'registrationStartDate' | 'registrationEndDate' | 'eventEndDate') => ({
    name,
    head: t(`events.${name}`),
    cell: (event: StoredEvent) => <Instant at={event[name]} />,
  })
  return [
    {
      name: 'title',
      head: t('events.title'),
      cell: ({ title }: StoredEvent) => <bdi>{title}</bdi>,
    },
    instant('registrationStartDate'),
    instant('registrationEndDate'),
    instant('eventEndDate'),
    {
      name: 'acts',
      head: t('events.acts'),
      cell: (event: StoredEvent) => (
        <span className="in-row gap-1">
          {(['change', 'remove'] as const).map((about) => (
            <Button
              key={about}
              size="sm"
              variant="ghost"
              aria-label={t(`events.${about}.of`, { title: event.title })}
              disabledReason={needsRole}
              onClick={() => onAsk({ about, event })}
            >
              {t(`events.${about}.button`)}
            </Button>
          ))}
        </span>
      ),
    },
  ]
}
