import { type CallInput, getConsoleEvents, putConsoleEvents } from '@partner-office/contracts'
import { useToast } from '@partner-office/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../../lib/console.ts'
import { useAct } from '../../../lib/use-act.ts'
import type { Events } from './stored-event.ts'

type List = CallInput<typeof putConsoleEvents>['body']['events']

/** Replaces the stored events by another list, unless somebody has changed the stored events meanwhile. */
export function useSaveEvents({ version }: Pick<Events, 'version'>, onDone: () => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const queries = useQueryClient()
  const readAgain = () => queries.invalidateQueries({ queryKey: [getConsoleEvents.path] })
  return useAct<List, object>({
    send: (events) =>
      api
        .call(putConsoleEvents, { body: { events: [...events], version } })
        .catch((error: unknown) => {
          // Another operator may have changed the list.
          void readAgain()
          throw error
        }),
    lookUp: async (events) => {
      const now = await api.call(getConsoleEvents)
      return isSame(now.content, events) ? now : null
    },
    // The next form begins with what is stored.
    onDone: async () => {
      await readAgain()
      toast.success({ title: t('events.saved') })
      onDone()
    },
  })
}

function isSame(stored: List, sent: List): boolean {
  const texts = (events: List) =>
    events
      .map(({ id, title, registrationStartDate, registrationEndDate, eventEndDate }) =>
        JSON.stringify([id, title, registrationStartDate, registrationEndDate, eventEndDate]),
      )
      .toSorted()
  return String(texts(stored)) === String(texts(sent))
}
