import {
  getStatementKeys,
  type IncomePageFacts,
  type SignedDisclosure,
} from '@partner-office/contracts'
import { KeyValues, Note } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { dateText, monthShown, timeText } from '../../lib/formats/formats.ts'
import { usePublicPage } from '../../parts/public/public-page.ts'
import { incomeAt } from '../../paths.ts'
import { IncomeSection } from './income-section.tsx'

type IncomePageProps = Pick<IncomePageFacts, 'isTooSmall' | 'year' | 'month' | 'months'>

const PROGRAM = 'verify-statement.mjs'

/** What partners earned, for everybody: the twelve months, the month, and how the figures are made. Source: DIS-005, DIS-007. */
export function IncomePage({ isTooSmall, year, month, months }: IncomePageProps) {
  const { t } = useTranslation()
  return (
    <div className="income">
      <header className="stack gap-4">
        <h1 className="hero-title">{t('common.income')}</h1>
        <p className="hero-text">{t('income.lead')}</p>
      </header>
      {month === null && <Note>{t(isTooSmall ? 'income.tooSmall' : 'income.none')}</Note>}
      {year !== null && <IncomeSection signed={year} />}
      {month !== null && <IncomeSection signed={month} />}
      <NotIncluded />
      <HowMade />
      {month !== null && <Source signed={month} />}
      {months.length > 1 && <OtherMonths months={months} shown={month?.disclosure.period} />}
    </div>
  )
}

type ListProps = { readonly id: string; readonly title: string; readonly lines: readonly string[] }

function Lines({ id, title, lines }: ListProps) {
  return (
    <section className="income-section" aria-labelledby={id}>
      <h2 id={id} className="landing-section-title">
        {title}
      </h2>
      <ul className="income-lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

function NotIncluded() {
  const { t } = useTranslation()
  const lines = [t('income.noCosts'), t('income.noWin'), t('home.notice')]
  return <Lines id="not-included" title={t('income.notIncluded')} lines={lines} />
}

function HowMade() {
  const { t } = useTranslation()
  const lines = [
    t('income.howPartners'),
    t('income.howIncome'),
    t('income.howActive'),
    t('income.howJoined'),
    t('income.howHidden'),
  ]
  return <Lines id="how-made" title={t('income.howMade')} lines={lines} />
}

/** The seal that the figures come from, and what checks their signature. */
function Source({ signed: { disclosure, signature } }: { readonly signed: SignedDisclosure }) {
  const { t } = useTranslation()
  const { config, locale } = usePublicPage()
  const { period, seal, sealedAt, planVersion } = disclosure
  const mono = (text: string) => <bdi className="mono income-hash">{text}</bdi>
  const at = `${dateText(sealedAt)} ${timeText(sealedAt)} UTC`
  const month = monthShown(Date.parse(`${period}-01T00:00:00Z`), locale)
  return (
    <section className="income-section" aria-labelledby="source">
      <h2 id="source" className="landing-section-title">
        {t('income.source')}
      </h2>
      <KeyValues
        items={[
          { label: t('income.closed', { month }), value: <bdi className="digits">{at}</bdi> },
          { label: t('income.plan'), value: <span className="digits">{planVersion}</span> },
          { label: t('statement.seal'), value: mono(seal) },
          { label: t('statement.key'), value: mono(signature.key) },
        ]}
      />
      <p>{t('income.signed')}</p>
      <ul className="in-row wrap gap-4">
        <li>
          <a className="link" href={`/${PROGRAM}`} download={PROGRAM}>
            {t('statement.program', { name: PROGRAM })}
          </a>
        </li>
        <li>
          <a
            className="link"
            href={`${config.hosts.domainBusinessRest}${getStatementKeys.path}`}
            download="keys.json"
          >
            {t('statement.keys', { name: 'keys.json' })}
          </a>
        </li>
      </ul>
    </section>
  )
}

type MonthsProps = { readonly months: readonly string[]; readonly shown: string | undefined }

function OtherMonths({ months, shown }: MonthsProps) {
  const { t } = useTranslation()
  const { locale } = usePublicPage()
  return (
    <nav className="income-section" aria-labelledby="other-months">
      <h2 id="other-months" className="landing-section-title">
        {t('income.otherMonths')}
      </h2>
      <ul className="in-row wrap gap-4">
        {months.map((month) => (
          <li key={month}>
            <a
              className="link"
              href={incomeAt(locale, month)}
              aria-current={month === shown ? 'page' : undefined}
            >
              {monthShown(Date.parse(`${month}-01T00:00:00Z`), locale)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
