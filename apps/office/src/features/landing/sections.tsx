import { buttonClass } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { legalFilesOf } from '../../lib/configuration/legal-files.ts'
import { IncomeLink } from '../../parts/public/income-link.tsx'
import { usePublicPage } from '../../parts/public/public-page.ts'
import { registrationAt } from '../../paths.ts'
import { Section } from './section.tsx'
import { StartSteps } from './start-steps.tsx'

/** What every public page tells below its headline. Source: requirements LND-004 to LND-007. */
export function Sections() {
  return (
    <>
      <About />
      <Ecosystem />
      <StartSteps />
      <Ready />
    </>
  )
}

function About() {
  const { t } = useTranslation()
  const facts = [
    { title: t('home.traceTitle'), text: t('home.traceText') },
    { title: t('home.rulesTitle'), text: t('home.rulesText') },
    { title: t('home.feesTitle'), text: t('home.feesText') },
  ]
  return (
    <Section id="about" title={t('home.about')}>
      <div className="facts">
        {facts.map(({ title, text }) => (
          <div key={title} className="stack">
            <h3 className="heading-2">{title}</h3>
            <p className="subdued">{text}</p>
          </div>
        ))}
      </div>
    </Section>
  )
}

function Ecosystem() {
  const { t } = useTranslation()
  const coins = [
    { code: 'UCN', text: t('home.ucnText') },
    { code: 'UPT', text: t('home.uptText') },
  ]
  return (
    <Section id="ecosystem" title={t('home.ecosystem')}>
      <ul className="coins">
        {coins.map(({ code, text }) => (
          <li key={code} className="card stack gap-3">
            <span className="coin" aria-hidden="true">
              {code}
            </span>
            <h3 className="heading-2">{code}</h3>
            <p className="subdued">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The notice that income is not guaranteed, and the last link to the sign-up. */
function Ready() {
  const { t } = useTranslation()
  const { locale, config, isSignedIn } = usePublicPage()
  return (
    <section className="ready" aria-labelledby="ready-title">
      <div className="stack">
        <h2 id="ready-title" className="landing-section-title">
          {t('home.ready')}
        </h2>
        <p className="subdued">
          {t('home.notice')}{' '}
          <a className="link" href={legalFilesOf(config, locale).disclaimer}>
            {t('home.disclaimer')}
          </a>
        </p>
        <p>
          <IncomeLink locale={locale} config={config} />
        </p>
      </div>
      {!isSignedIn && config.allows('registration') && (
        <a
          href={registrationAt(locale)}
          className={buttonClass({ variant: 'primary', size: 'lg' })}
        >
          {t('common.signUp')}
        </a>
      )}
    </section>
  )
}
