import { useTranslation } from 'react-i18next'

/** Links to the sections, on a desktop. */
export function SectionLinks() {
  const { t } = useTranslation()
  return (
    <nav className="section-links in-row only-desktop" aria-label={t('home.sections')}>
      <a href="#about">{t('home.about')}</a>
      <a href="#ecosystem">{t('home.ecosystem')}</a>
      <a href="#start">{t('home.startShort')}</a>
    </nav>
  )
}
