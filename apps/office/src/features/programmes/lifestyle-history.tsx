import { DEFAULT_PAGE_SIZE, EmptyNotice, Gem } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { dateText, monthShown } from '../../lib/formats/formats.ts'
import { useLocale } from '../../lib/formats/locale.ts'
import { useOffice } from '../../lib/session/office.ts'
import { rankNameKey } from '../../lib/queries/ranks.ts'
import { creditedQuery } from '../../parts/bonus/credited-query.ts'
import { ExplanationPanel } from '../../parts/bonus/explain/explanation-panel.tsx'
import type { Explained } from '../../parts/bonus/explain/explanation-query.ts'
import { useExplained } from '../../parts/bonus/explain/use-explained.ts'
import { WhyButton } from '../../parts/bonus/why-button.tsx'
import { Amount } from '../../parts/figures/amount.tsx'
import { lifestyleHistoryQuery, type PaidMonth } from '../../parts/programmes/lifestyle-query.ts'
import { PATHS } from '../../paths.ts'
import { HistoryPages } from './history-pages.tsx'
import { PROGRAMME_STATES } from './programme-states.ts'

/** The months that lifestyle paid. Source: requirements XBO-006. */
export function LifestyleHistory() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const { explained, explain, close } = useExplained(PATHS.bonusLifestyle)
  const { page = 1, size = DEFAULT_PAGE_SIZE } = useSearch({ from: PATHS.bonusLifestyle })
  const query = useQuery(lifestyleHistoryQuery(api, page, size))
  const nothing = (
    <EmptyNotice isCard title={t('programmes.noMonths')} hint={t('programmes.noMonthsHint')} />
  )
  return (
    <>
      <Loaded query={query} {...PROGRAMME_STATES}>
        {({ content, totalPages }) =>
          totalPages === 0 ? (
            nothing
          ) : (
            <>
              <ul className="card flush list" aria-label={t('programmes.tab.history')}>
                {content.map((month) => (
                  <Month key={month.bonusPeriod} month={month} onExplain={explain} />
                ))}
              </ul>
              <HistoryPages page={page} size={size} last={totalPages} />
            </>
          )
        }
      </Loaded>
      {explained !== null && <ExplanationPanel of={explained} onClose={close} />}
    </>
  )
}

type MonthProps = {
  readonly month: PaidMonth
  readonly onExplain: (of: Explained) => void
}

function Month({ month, onExplain }: MonthProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { rang, bonusPeriod, paidAt } = month
  return (
    <li className="in-row between gap-3 wrap">
      <span className="in-row gap-3">
        <Gem code={rang} size={24} />
        <span>
          <span className="medium-weight block">{monthShown(bonusPeriod, locale)}</span>
          <span className="meta">{t(rankNameKey(rang))}</span>
        </span>
      </span>
      <span className="to-end">
        <MonthAmount month={month} onExplain={onExplain} />
        {paidAt !== null && (
          <span className="meta block">{t('programmes.paidOn', { date: dateText(paidAt) })}</span>
        )}
      </span>
    </li>
  )
}

/**
 * The amount of a month. It opens its explanation where one record holds all of it: a month that was paid again for late
 * orders is the sum of several records.
 */
function MonthAmount({ month, onExplain }: MonthProps) {
  const { api } = useOffice()
  const { data } = useQuery(creditedQuery(api, 'LIFESTYLE'))
  const { amount, currency, bonusPeriod } = month
  const record = data?.content.find(
    (one) =>
      one.bonusPeriod === bonusPeriod && one.bonusAmount === amount && one.currency === currency,
  )
  const shown = <Amount amount={amount} currency={currency} />
  if (record === undefined) return shown
  return <WhyButton onExplain={() => onExplain({ recordId: String(record.id) })}>{shown}</WhyButton>
}
