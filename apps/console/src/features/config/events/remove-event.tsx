import { putConsoleEvents } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { ConfirmAct } from '../../../parts/confirm-act.tsx'
import type { Events, StoredEvent } from './stored-event.ts'
import { useSaveEvents } from './use-save-events.ts'

type RemoveEventProps = {
  readonly events: Events
  readonly event: StoredEvent
  readonly onClose: () => void
}

/** Removes an event after a question. */
export function RemoveEvent({ events, event: { id, title }, onClose }: RemoveEventProps) {
  const { t } = useTranslation()
  const act = useSaveEvents(events, onClose)
  const texts = {
    title: t('events.remove.title', { title }),
    text: t('events.remove.text'),
    button: t('events.remove.button'),
    notDone: t('events.notSaved'),
  }
  return (
    <ConfirmAct
      texts={texts}
      act={act}
      roles={putConsoleEvents.roles}
      isFinal
      onConfirm={() => act.run(events.content.filter((one) => one.id !== id))}
      onClose={onClose}
    />
  )
}
