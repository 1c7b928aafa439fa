import { openPlaceholders, Refusal } from '@partner-office/domain'

/** Refuses a text with open placeholders of a template. Refuses: `required`, naming them. Source: requirements INB-005. */
export function requireFilled(text: string): void {
  const open = openPlaceholders(text)
  if (open.length === 0) return
  const reasons = open.map((name) => `{${name}} has no value.`)
  throw new Refusal('required', { field: 'text' }, reasons)
}
