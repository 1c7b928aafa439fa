import type { Config } from './config.ts'
import { useLocale } from './locale.ts'
import { useOffice } from './office.ts'

type LegalFile = 'privacy' | 'terms' | 'disclaimer' | 'donts'

/** Returns the addresses of the legal documents in a language. Source: requirements NAV-023 to NAV-026; decisions D-012. */
export function legalFilesOf(config: Config, locale: string): Readonly<Record<LegalFile, string>> {
  const files = JSON.parse(config.property('legalFiles')) as Record<LegalFile, string>
  const addressOf = (file: string): string => documentAddress(config, locale, file)
  return {
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
