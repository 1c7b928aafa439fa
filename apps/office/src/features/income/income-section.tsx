import {
  getDisclosureData,
  getDisclosureTable,
  type SignedDisclosure,
} from '@partner-office/contracts'
import { Icon } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { monthShown } from '../../lib/formats/formats.ts'
import { usePublicPage } from '../../parts/public/public-page.ts'
import { IncomeGroups } from './income-groups.tsx'
import { useFigures } from './use-figures.ts'

type IncomeSectionProps = { readonly signed: SignedDisclosure }

/** What partners earned in a month, or in twelve: first how many received nothing. Source: DIS-005. */
export function IncomeSection({ signed: { disclosure } }: IncomeSectionProps) {
  const { t } = useTranslation()
  const { locale } = usePublicPage()
  const { period, months, groups, topOne, topTen } = disclosure
  const name = monthShown(Date.parse(`${period}-01T00:00:00Z`), locale)
  const title = months === 12 ? t('income.twelveMonths', { month: name }) : name
  const id = `income-${months}`
  const [all] = groups
  if (all === undefined) return null
  return (
    <section className="income-section" aria-labelledby={id}>
      <h2 id={id} className="landing-section-title">
        {title}
      </h2>
      <Cards numbers={all.numbers} topOne={topOne} topTen={topTen} />
      <h3 className="heading-2">{t('income.groups')}</h3>
      <p className="subdued">{t('income.percents')}</p>
      <IncomeGroups title={title} groups={groups} />
      <Files period={period} months={months} title={title} />
    </section>
  )
}

type CardsProps = {
  readonly numbers: SignedDisclosure['disclosure']['groups'][number]['numbers']
  readonly topOne: string | null
  readonly topTen: string | null
}

function Cards({ numbers: { members, withoutIncome, median }, topOne, topTen }: CardsProps) {
  const { t } = useTranslation()
  const { share, count, withEur } = useFigures()
  return (
    <ul className="income-cards">
      <li className="card stack gap-1">
        <b className="income-figure">{share(withoutIncome)}</b>
        <span>{t('income.ofAll')}</span>
        <span className="meta">{t('income.inAll', { number: count(members) })}</span>
      </li>
      {median !== null && (
        <li className="card stack gap-1">
          <b className="income-figure">{withEur(median)}</b>
          <span>{t('income.most', { amount: withEur(median) })}</span>
        </li>
      )}
      {topTen !== null && (
        <li className="card stack gap-1">
          <b className="income-figure">{share(topTen)}</b>
          <span>{t('income.topTen')}</span>
          {topOne !== null && (
            <span className="meta">{t('income.topOne', { share: share(topOne) })}</span>
          )}
        </li>
      )}
    </ul>
  )
}

type FilesProps = Pick<SignedDisclosure['disclosure'], 'period' | 'months'> & {
  readonly title: string
}

function Files({ period, months, title }: FilesProps) {
  const { t } = useTranslation()
  const { config } = usePublicPage()
  const addressOf = ({ path }: { readonly path: string }): string =>
    `${config.hosts.domainBusinessRest}${path.replace(':month', period)}?months=${months}`
  const files = [
    { text: t('income.table'), address: addressOf(getDisclosureTable) },
    { text: t('income.data'), address: addressOf(getDisclosureData) },
  ]
  return (
    <ul className="in-row wrap gap-4">
      {files.map(({ text, address }) => (
        <li key={address}>
          <a className="link in-row" href={address} aria-label={`${text}: ${title}`}>
            <Icon name="download" size={18} />
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}
