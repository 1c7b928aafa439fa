import { TICKET_TYPES, type TicketType } from '@partner-office/domain'
import type { IconName } from '@partner-office/ui'

/** One form of the page: the name of its texts, its type, and its icon. */
export type TicketKind = {
  readonly name: keyof typeof TICKET_TYPES
  readonly type: TicketType
  readonly icon: IconName
}

/** The five forms, in the order of the page. Source: requirements SUP-001, SUP-002; decisions D-078. */
export const TICKET_KINDS: readonly TicketKind[] = [
  { name: 'general', type: TICKET_TYPES.general, icon: 'help' },
  { name: 'access', type: TICKET_TYPES.access, icon: 'mail' },
  { name: 'bonuses', type: TICKET_TYPES.bonuses, icon: 'gift' },
  { name: 'payouts', type: TICKET_TYPES.payouts, icon: 'wallet' },
  { name: 'other', type: TICKET_TYPES.other, icon: 'warning' },
]

/** What a partner types into a form. */
export type TicketValues = {
  readonly comment: string
  readonly email: string
  readonly bonusType: string
}

export const NO_VALUES: TicketValues = { comment: '', email: '', bonusType: '' }

/** Fields of a form that must not be empty. Source: requirements SUP-005, SUP-006, SUP-008, SUP-009. */
export const fieldsOf = (type: TicketType): readonly (keyof TicketValues)[] => {
  if (type === TICKET_TYPES.access) return ['email', 'comment']
  return type === TICKET_TYPES.bonuses ? ['bonusType', 'comment'] : ['comment']
}

/** The body of a ticket, without empty fields; files come last, if there are any. Source: requirements SUP-014, SUP-015. */
export function ticketBody(
  type: TicketType,
  values: TicketValues,
  files: readonly File[],
): FormData {
  const form = new FormData()
  form.set('formId', String(type))
  form.set('type', String(type))
  for (const field of fieldsOf(type)) {
    if (values[field].trim() !== '') form.set(field, values[field])
  }
  for (const file of files) form.append('files', file)
  return form
}
