import { useTranslation } from 'react-i18next'

import type { Config } from '../../lib/config.ts'
import { legalFilesOf } from '../../lib/legal-files.ts'

type FooterLinksProps = { readonly locale: string; readonly config: Config }

/**
 * The owner of the office, its imprint and its legal documents, on pages with and without a router. Links without an
 * address are left out.
 *
 * Source: decisions D-012.
 */
export function FooterLinks({ locale, config }: FooterLinksProps) {
  const { t } = useTranslation()
  const files = legalFilesOf(config, locale)
  const imprint = config.property('imprintUrl')
  return (
    <>
      <span>{t('footer.owner')}</span>
      {imprint !== '' && <a href={imprint}>{t('footer.imprint')}</a>}
      <a href={files.privacy}>{t('footer.privacy')}</a>
      <a href={files.terms}>{t('footer.terms')}</a>
    </>
  )
}
