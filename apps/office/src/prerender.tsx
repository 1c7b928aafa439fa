import { directionOf } from '@partner-office/locales'
import { ShellSkeleton } from '@partner-office/ui'
import { translator } from '@partner-office/web'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'

import { LandingApp } from './features/landing/landing-app.tsx'

/** The keys of the texts on public pages begin with one of these words. */
const USED = /^(common|cookies|footer|header|home|invite|notices|promo|ranks)\./

type Texts = Readonly<Record<string, string>>

/** The parts of a pre-rendered page that depend on the language. */
export type Rendered = {
  readonly direction: string
  readonly title: string
  readonly description: string
  readonly body: string
  readonly texts: Texts
}

/** Renders a public page in a language. The server fills in `product`, the origin and the languages when it sends the page. */
export function render(page: 'home' | 'invite', locale: string, all: Texts): Rendered {
  const used = Object.entries(all).filter(([key]) => USED.test(key))
  const texts = Object.fromEntries(used)
  const i18n = translator(locale, texts)
  return {
    direction: directionOf(locale),
    title: i18n.t(page === 'home' ? 'home.pageTitle' : 'invite.title'),
    description: i18n.t('home.text'),
    body: renderToString(
      <LandingApp locale={locale} product="" referral={page === 'home' ? null : ''} i18n={i18n} />,
    ),
    texts,
  }
}

/** Renders the frame that a partner's page shows until the app is ready. */
export const renderOpening = (): string => renderToStaticMarkup(<ShellSkeleton />)
