/** What a template may leave open. Source: requirements INB-005. */
export const PLACEHOLDERS = ['firstName', 'ticket', 'dispute', 'amount'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

const PATTERN = /\{(\w+)\}/g

const isPlaceholder = (name: string): name is Placeholder =>
  (PLACEHOLDERS as readonly string[]).includes(name)

/** Fills a template in one pass: a value that looks like a placeholder stays text. A placeholder without a value stays open. */
export const fillTemplate = (
  text: string,
  values: Readonly<Partial<Record<Placeholder, string>>>,
): string =>
  text.replaceAll(PATTERN, (written, name: string) =>
    isPlaceholder(name) ? (values[name] ?? written) : written,
  )

const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PATTERN)].map(([, name]) => name!)),
]

/** The placeholders that a text still has: it cannot be sent. */
export const openPlaceholders = (text: string): Placeholder[] => namesIn(text).filter(isPlaceholder)

/** Names between braces that are no placeholders. */
export const unknownPlaceholders = (text: string): string[] =>
  namesIn(text).filter((name) => !isPlaceholder(name))
