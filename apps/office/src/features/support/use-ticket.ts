import { getTickets, postTicket, postTicketReply, type Ticket } from '@partner-office/contracts'
import { FormRefusal, ticketProblems } from '@partner-office/domain'
import {
  type Form,
  type Sent,
  SessionDraft,
  useForm,
  useSent,
  useSessionDraft,
} from '@partner-office/web'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

import { useOffice } from '../../lib/session/office.ts'
import { useProfile } from '../../lib/session/profile.ts'
import { fieldsOf, NO_VALUES, TICKET_KINDS, ticketBody, type TicketKind } from './ticket-forms.ts'

const TICKETS_KEY = ['tickets']

/** The latest tickets of the partner. */
export function useTickets(): UseQueryResult<Ticket[]> {
  const { api } = useOffice()
  return useQuery({
    queryKey: TICKETS_KEY,
    queryFn: ({ signal }) => api.call('business', getTickets, { signal }),
  })
}

const draftName = (partnerId: number, type: TicketKind['type']) => `ticket-${partnerId}-${type}`

/** The form with a draft, which opens with the page; null without one. */
export function formWithDraft(partnerId: number): TicketKind['name'] | null {
  const hasDraft = ({ type }: TicketKind): boolean => {
    const draft = new SessionDraft(draftName(partnerId, type), NO_VALUES).read()
    return Object.values(draft).some((text) => text !== '')
  }
  return TICKET_KINDS.find(hasDraft)?.name ?? null
}

/** The state of one form. What was typed stays until the ticket is sent; files cannot be kept by a browser. */
export type TicketState = {
  readonly files: readonly File[]
  readonly setFiles: (files: readonly File[]) => void
  readonly form: Form
  /** How much of the ticket was sent. */
  readonly sent: Sent
}

/** Sends a ticket. Source: requirements SUP-004 to SUP-017. */
export function useTicket({ type }: TicketKind, onSent: () => void): TicketState {
  const { api, queries } = useOffice()
  const [draft, setDraft, forget] = useSessionDraft(draftName(useProfile().id, type), NO_VALUES)
  const values = { ...NO_VALUES, ...draft }
  const [files, setFiles] = useState<readonly File[]>([])
  const { sent, during } = useSent()
  const form = useForm({
    fields: [...fieldsOf(type), 'files'],
    required: fieldsOf(type),
    controlled: { values, change: (changes) => setDraft({ ...draft, ...changes }) },
    send: async () => {
      FormRefusal.refuseAny(ticketProblems({ formId: `${type}`, type: `${type}`, ...values }))
      const body = ticketBody(type, values, files)
      await during((report) => api.call('business', postTicket, { form: body, onSent: report }))
      forget()
      setFiles([])
      onSent()
      await queries.invalidateQueries({ queryKey: TICKETS_KEY })
    },
  })
  return {
    files,
    setFiles: (chosen) => {
      form.changed('files')
      setFiles(chosen)
    },
    form,
    sent,
  }
}

/** Replies to a ticket, which then waits for an answer again. What was typed stays until it is sent. Source: requirements INB-003. */
export function useReply(ticketId: number, onSent: () => void): Form {
  const { api, queries } = useOffice()
  const name = `reply-${useProfile().id}-${ticketId}`
  const [draft, setDraft, forget] = useSessionDraft(name, NO_REPLY)
  const values = { ...NO_REPLY, ...draft }
  return useForm({
    fields: ['text'],
    required: ['text'],
    controlled: { values, change: (changes) => setDraft({ ...draft, ...changes }) },
    send: async () => {
      const params = { id: String(ticketId) }
      await api.call('business', postTicketReply, { params, body: { text: values.text } })
      forget()
      onSent()
      await queries.invalidateQueries({ queryKey: TICKETS_KEY })
    },
  })
}

const NO_REPLY = { text: '' }
