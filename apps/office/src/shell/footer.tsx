import { FooterLinks } from '../parts/public/footer-links.tsx'
import { useLocale } from '../lib/locale.ts'
import { useOffice } from '../lib/office.ts'

/** The footer of the pages behind the start-up. */
export function Footer() {
  const { config } = useOffice()
  return <FooterLinks locale={useLocale()} config={config} />
}
