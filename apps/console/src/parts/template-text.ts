import type { Template } from '@partner-office/contracts'
import { fillTemplate, type Placeholder } from '@partner-office/domain'

/** A text of a template, and the language it is in. */
export type TemplateText = { readonly language: string; readonly text: string }

/**
 * The text of a template in a language, else in English, else in the first language that it has. Known placeholders are filled.
 *
 * Source: requirements INB-005.
 */
export function textIn(
  { texts }: Template,
  language: string,
  values: Readonly<Partial<Record<Placeholder, string>>>,
): TemplateText {
  const found = [language, 'en', ...Object.keys(texts)].find((one) => texts[one] !== undefined)!
  return { language: found, text: fillTemplate(texts[found]!, values) }
}
