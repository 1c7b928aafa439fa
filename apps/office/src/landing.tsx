import '@partner-office/ui/styles.css'
import './office.css'

import { DEFAULT_LANGUAGE } from '@partner-office/locales'
import { translator } from '@partner-office/web'
import { hydrateRoot } from 'react-dom/client'

import { LandingApp } from './features/landing/landing-app.tsx'
import { landingAt } from './features/landing/landing-address.ts'

/** Makes a page live that was rendered when the office was built. */
function openLanding(): void {
  const { lang, dataset } = document.documentElement
  const address = landingAt(location.pathname)
  if (address.locale === null) {
    const { search, hash } = location
    history.replaceState(history.state, '', `/${DEFAULT_LANGUAGE}${search}${hash}`)
  }
  const texts = JSON.parse(document.querySelector('#texts')!.textContent) as Record<string, string>
  hydrateRoot(
    document.querySelector('#root')!,
    <LandingApp
      locale={lang}
      product={`${dataset['product']}`}
      referral={address.referral}
      i18n={translator(lang, texts)}
    />,
  )
}

openLanding()
