import { useTranslation } from 'react-i18next'

import { useLegalFiles } from '../lib/legal-files.ts'
import { useOffice } from '../lib/office.ts'

/** The owner of the office, its imprint and its legal documents. Links without an address are left out. Source: decisions D-012. */
export function Footer() {
  const { t } = useTranslation()
  const { config } = useOffice()
  const files = useLegalFiles()
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
