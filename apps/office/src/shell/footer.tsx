import { useTranslation } from 'react-i18next'

import { useLegalFiles } from '../lib/legal-files.ts'
import { useOffice } from '../lib/office.ts'

/** Who runs the office, and its papers; a link that nobody has set is not there. Source: decisions D-012. */
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
