import { putConsoleEvents } from '@partner-office/contracts'
import { Button, Dialog, TextField } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { instantOf, typedInstant } from '../../../lib/typed-instant.ts'
import { ActNote } from '../../../parts/act-note.tsx'
import type { Events, StoredEvent } from './stored-event.ts'
import { useSaveEvents } from './use-save-events.ts'

type EventDialogProps = {
  readonly events: Events
  /** Null: a new event. */
  readonly event: StoredEvent | null
  readonly onClose: () => void
}

const INSTANTS = ['registrationStartDate', 'registrationEndDate', 'eventEndDate'] as const
type Typed = Readonly<Record<'title' | (typeof INSTANTS)[number], string>>

const EMPTY: Typed = {
  title: '',
  registrationStartDate: '',
  registrationEndDate: '',
  eventEndDate: '',
}

const typedOf = (event: StoredEvent | null): Typed =>
  event === null
    ? EMPTY
    : {
        title: event.title,
        registrationStartDate: typedInstant(event.registrationStartDate),
        registrationEndDate: typedInstant(event.registrationEndDate),
        eventEndDate: typedInstant(event.eventEndDate),
      }

/** Adds an event, or changes one of the list. Source: requirements CNF-009. */
export function EventDialog({ events, event, onClose }: EventDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(typedOf(event))
  const act = useSaveEvents(events, onClose)
  const title = t(event === null ? 'events.add' : 'events.change.title')
  const written = writtenOf(typed)
  const others = events.content.filter(({ id }) => id !== event?.id)
  const id = event?.id ?? Math.max(0, ...events.content.map((one) => one.id)) + 1
  return (
    <Dialog title={title} closeLabel={t('common.close')} onClose={onClose}>
      <form
        className="stack gap-4"
        onSubmit={(submitted) => {
          submitted.preventDefault()
          if (written !== null) act.run([...others, { id, ...written }])
        }}
      >
        <EventFields typed={typed} onChange={(changes) => setTyped({ ...typed, ...changes })} />
        <ActNote act={act} notDone={t('events.notSaved')} roles={putConsoleEvents.roles} />
        <div className="decision">
          <Button
            type="submit"
            variant="primary"
            busy={act.isBusy}
            disabledReason={written === null ? t('events.incomplete') : undefined}
          >
            {t('config.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type EventFieldsProps = {
  readonly typed: Typed
  readonly onChange: (changes: Partial<Typed>) => void
}

function EventFields({ typed, onChange }: EventFieldsProps) {
  const { t } = useTranslation()
  const reversed = isReversed(typed) ? t('events.reversed') : undefined
  return (
    <>
      <TextField
        label={t('events.title')}
        value={typed.title}
        maxLength={1000}
        autoFocus
        onChange={({ target }) => onChange({ title: target.value })}
      />
      {INSTANTS.map((name) => (
        <TextField
          key={name}
          label={t(`events.${name}`)}
          hint={t('form.utc')}
          type="datetime-local"
          value={typed[name]}
          error={name === 'registrationEndDate' ? reversed : undefined}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      ))}
    </>
  )
}

/** The end of the registration is before its begin, which the service refuses. */
function isReversed({ registrationStartDate, registrationEndDate }: Typed): boolean {
  const [start, end] = [instantOf(registrationStartDate), instantOf(registrationEndDate)]
  return start !== null && end !== null && end < start
}

/** The event as it is sent; null while a field is empty or the registration ends before it begins. */
function writtenOf(typed: Typed): Omit<StoredEvent, 'id'> | null {
  const title = typed.title.trim()
  const [start, end, last] = INSTANTS.map((name) => instantOf(typed[name]))
  if (title === '' || start == null || end == null || last == null || end < start) return null
  return { title, registrationStartDate: start, registrationEndDate: end, eventEndDate: last }
}
