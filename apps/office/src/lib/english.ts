import type office from '@partner-office/locales/en/office.json'
import officeUrl from '@partner-office/locales/en/office.json?url'
import type shared from '@partner-office/locales/en/shared.json'
import sharedUrl from '@partner-office/locales/en/shared.json?url'

export type EnglishTexts = typeof shared & typeof office

/**
 * Loads the English texts: files of the app itself, so they come from where its scripts come from. The page preloads
 * them beside its scripts.
 *
 * Refuses: an answer that is not OK or not JSON, with an Error.
 * Source: decisions D-113.
 */
export async function loadEnglish(): Promise<EnglishTexts> {
  const [texts, others] = await Promise.all([read(sharedUrl), read(officeUrl)])
  return { ...texts, ...others } as EnglishTexts
}

/** Fetches as the page preloads, so that the browser takes the preloaded file. */
async function read(url: string): Promise<object> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return (await response.json()) as object
}
