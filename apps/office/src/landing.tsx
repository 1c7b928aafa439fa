import '@partner-office/ui/styles.css'
import './office.css'

import { DEFAULT_LANGUAGE } from '@partner-office/locales'
import { translator } from '@partner-office/web'
import { startTransition } from 'react'
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
  // Loads while the page becomes live, which then reports a failure.
  import('./features/landing/landing-services.ts').catch(() => {})
  const texts = JSON.parse(document.querySelector('#texts')!.textContent) as Record<string, string>
  const app = (
    <LandingApp
      locale={lang}
      product={`${dataset['product']}`}
      referral={address.referral}
      i18n={translator(lang, texts)}
    />
  )
  // In small steps: the page can scroll and answer meanwhile.
  startTransition(() => void hydrateRoot(document.querySelector('#root')!, app))
}

openLanding()
