import { usePublicPage } from '../../parts/public/public-page.ts'
import { Hero } from './hero.tsx'
import { PromoPopup } from './promo-popup.tsx'
import { RankStrip } from './rank-strip.tsx'
import { Sections } from './sections.tsx'
import './landing.css'

/** The start page for visitors. Source: requirements LND-001 to LND-007. */
export function HomePage() {
  const { locale } = usePublicPage()
  return (
    <>
      <Hero locale={locale} />
      <RankStrip />
      <Sections />
      <PromoPopup />
    </>
  )
}
