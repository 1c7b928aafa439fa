import { getInbox, getInboxTicket, type InboxTicket } from '@partner-office/contracts'
import { useToast } from '@partner-office/ui'
import { useQueryClient } from '@tanstack/react-query'

import { useConsole } from '../../lib/console.ts'
import { type Act, useAct } from '../../lib/use-act.ts'

type Options<Values> = {
  readonly send: (values: Values) => Promise<InboxTicket>
  /** Whether a ticket shows that the act was done. */
  readonly isDone: (now: InboxTicket, values: Values) => boolean
  readonly doneText: string
  readonly onDone?: () => void
}

/** An act on a ticket, which shows what became of it. */
export function useTicketAct<Values>(
  { id, version }: InboxTicket,
  { send, isDone, doneText, onDone }: Options<Values>,
): Act<Values> {
  const { api } = useConsole()
  const queries = useQueryClient()
  const toast = useToast()
  const question = { params: { id: String(id) } }
  return useAct<Values, InboxTicket>({
    send,
    lookUp: async (values) => {
      const now = await api.call(getInboxTicket, question)
      return now.version > version && isDone(now, values) ? now : null
    },
    onDone: () => {
      toast.success({ title: doneText })
      void queries.invalidateQueries({ queryKey: [getInboxTicket.path] })
      void queries.invalidateQueries({ queryKey: [getInbox.path] })
      onDone?.()
    },
  })
}
