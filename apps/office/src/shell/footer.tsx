import { useLocation } from '@tanstack/react-router'

import { useLocale } from '../lib/formats/locale.ts'
import { useOffice } from '../lib/session/office.ts'
import { FooterLinks } from '../parts/public/footer-links.tsx'
import { inLanguage } from '../paths.ts'
import { useChangeLanguage } from './use-change-language.ts'

/** The footer of the pages behind the start-up. */
export function Footer() {
  const { config } = useOffice()
  const { pathname } = useLocation()
  const change = useChangeLanguage()
  return (
    <FooterLinks
      locale={useLocale()}
      config={config}
      addressIn={(language) => inLanguage(pathname, language)}
      onChoose={(language) => void change(language)}
    />
  )
}
