import type { Config } from './config.ts'
import { useLocale } from '../formats/locale.ts'
import { useOffice } from '../session/office.ts'

type LegalFile = 'privacy' | 'terms' | 'disclaimer' | 'donts'

const IMPRINT = 'imprint.pdf'

/** Returns the addresses of the imprint and the legal documents in a language. The imprint may be a page of the operators. Source: requirements NAV-022 to NAV-026; decisions D-012. */
export function legalFilesOf(
  config: Config,
  locale: string,
): Readonly<Record<LegalFile | 'imprint', string>> {
  const files = JSON.parse(config.property('legalFiles')) as Record<LegalFile, string>
  const addressOf = (file: string): string => documentAddress(config, locale, file)
  return {
    imprint: config.property('imprintUrl') || addressOf(IMPRINT),
    privacy: addressOf(files.privacy),
    terms: addressOf(files.terms),
    disclaimer: addressOf(files.disclaimer),
    donts: addressOf(files.donts),
  }
}

/** Returns the address of a document on the CDN, in the language of the page. The CDN falls back to English. */
export function useDocumentAddress(): (file: string) => string {
  const locale = useLocale()
  const { config } = useOffice()
  return (file) => documentAddress(config, locale, file)
}

const documentAddress = ({ hosts }: Config, locale: string, file: string): string =>
  `${hosts.domainCdn}/${locale}/${file}`
