import type office from '@partner-office/locales/en/office.json'
import officeUrl from '@partner-office/locales/en/office.json?url'
import shared from '@partner-office/locales/en/shared.json'

const TIMEOUT_MS = 20_000

export type EnglishTexts = typeof shared & typeof office

/**
 * Loads the English texts of the office: a file of the app itself, so it comes from where its scripts come from. The page
 * preloads it beside its scripts, which hold the few texts that both apps share.
 *
 * Refuses: an answer that is not OK or not JSON, with an Error.
 * Source: decisions D-113.
 */
export async function loadEnglish(): Promise<EnglishTexts> {
  // Fetched as the page preloads it, so that the browser takes the preloaded file.
  const response = await fetch(officeUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${officeUrl} answered ${response.status}`)
  return { ...shared, ...((await response.json()) as typeof office) }
}
