import { Button, EmptyNotice, Gem, Money, Note } from '@partner-office/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { dateText, monthShown } from '../../lib/formats.ts'
import { useLocale } from '../../lib/locale.ts'
import { useOffice } from '../../lib/office.ts'
import { rankNameKey } from '../../lib/ranks.ts'
import { useFormat } from '../../lib/use-format.ts'
import { creditedQuery } from '../../parts/bonus/credited-query.ts'
import { ExplanationPanel } from '../../parts/bonus/explain/explanation-panel.tsx'
import type { Explained } from '../../parts/bonus/explain/explanation-query.ts'
import { useExplained } from '../../parts/bonus/explain/use-explained.ts'
import { WhyButton } from '../../parts/bonus/why-button.tsx'
import { lifestyleHistoryQuery, type PaidMonth } from '../../parts/programmes/lifestyle-query.ts'
import { PATHS } from '../../paths.ts'
import { LoadedProgramme } from './loaded-programme.tsx'

/** The months that lifestyle has paid. Source: requirements XBO-006. */
export function LifestyleHistory() {
  const { t } = useTranslation()
  const locale = useLocale()
  const { api } = useOffice()
  const { explained, explain, close } = useExplained(PATHS.bonusLifestyle)
  const query = useInfiniteQuery(lifestyleHistoryQuery(api))
  const months = query.data?.pages.flatMap(({ content }) => content) ?? []
  if (months.length === 0) {
    return (
      <LoadedProgramme query={query}>
        {() => (
          <div className="card">
            <EmptyNotice title={t('programmes.noMonths')} hint={t('programmes.noMonthsHint')} />
          </div>
        )}
      </LoadedProgramme>
    )
  }
  return (
    <>
      <ul className="card flush list" aria-label={t('programmes.tab.history')}>
        {months.map((month) => (
          <li key={month.bonusPeriod} className="row between g3 wrap">
            <span className="row g3">
              <Gem code={month.rang} size={24} />
              <span>
                <span className="med block">{monthShown(month.bonusPeriod, locale)}</span>
                <span className="meta">{t(rankNameKey(month.rang))}</span>
              </span>
            </span>
            <span className="end">
              <Amount month={month} onExplain={explain} />
              {month.paidAt !== null && (
                <span className="meta block">
                  {t('programmes.paidOn', { date: dateText(month.paidAt) })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {query.isFetchNextPageError && (
        <Note tone="red" live>
          {t('key00022')}
        </Note>
      )}
      {query.hasNextPage && (
        <div className="row center">
          <Button
            busy={query.isFetchingNextPage}
            busyLabel={t('common.loading')}
            onClick={() => void query.fetchNextPage()}
          >
            {t('team.loadMore')}
          </Button>
        </div>
      )}
      {explained !== null && <ExplanationPanel of={explained} onClose={close} />}
    </>
  )
}

type AmountProps = {
  readonly month: PaidMonth
  readonly onExplain: (of: Explained) => void
}

/** What a month was paid; a month that was paid again for late orders is a sum of which no record tells. */
function Amount({ month, onExplain }: AmountProps) {
  const { api } = useOffice()
  const format = useFormat()
  const { data } = useQuery(creditedQuery(api, 'LIFESTYLE'))
  const { amount, currency, paidAt } = month
  const record = data?.content.find(
    (one) => one.paidAt === paidAt && one.bonusAmount === amount && one.currency === currency,
  )
  const shown = <Money {...format.amount(amount, currency)} />
  if (record === undefined) return shown
  return <WhyButton onExplain={() => onExplain({ recordId: String(record.id) })}>{shown}</WhyButton>
}
