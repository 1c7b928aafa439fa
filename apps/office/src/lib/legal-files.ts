import { useLocale } from './locale.ts'
import { useOffice } from './office.ts'

type LegalFile = 'privacy' | 'terms' | 'disclaimer' | 'donts'

/** Returns the addresses of the legal documents, in the language of the page. Source: requirements NAV-023 to NAV-026; decisions D-012. */
export function useLegalFiles(): Readonly<Record<LegalFile, string>> {
  const addressOf = useDocumentAddress()
  const { config } = useOffice()
  const files = JSON.parse(config.property('legalFiles')) as Record<LegalFile, string>
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
  return (file) => `${config.hosts.domainCdn}/${locale}/${file}`
}
