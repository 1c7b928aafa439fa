import type { IncomePageFacts, RenderedPage } from '@partner-office/contracts'
import { directionOf } from '@partner-office/locales'
import { translator } from '@partner-office/web'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'

import { IncomePage } from './features/income/income-page.tsx'
import { Config } from './lib/configuration/config.ts'
import { Cookies } from './lib/session/cookies.ts'
import { PublicFrame } from './parts/public/public-frame.tsx'
import { PublicPageContext } from './parts/public/public-page.ts'
import { incomeAt } from './paths.ts'

/** Renders the page about the income of partners. The server calls it for each page that it does not have yet. */
export function renderIncome(facts: IncomePageFacts): RenderedPage {
  const { locale, texts, hosts, properties, isSignedIn, month } = facts
  const i18n = translator(locale, texts)
  const config = new Config(hosts, new Map(Object.entries(properties)))
  const page = {
    locale,
    config,
    cookies: new Cookies(hosts.product),
    readInviter: null,
    countVisit: null,
    isSignedIn,
  }
  const addressIn = (language: string) => incomeAt(language, month?.disclosure.period)
  return {
    direction: directionOf(locale),
    title: i18n.t('common.income'),
    description: i18n.t('income.lead'),
    body: renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <PublicPageContext value={page}>
          <PublicFrame languages={null} addressIn={addressIn}>
            <IncomePage {...facts} />
          </PublicFrame>
        </PublicPageContext>
      </I18nextProvider>,
    ),
  }
}
