import { KeyValues } from '@partner-office/ui'
import { monthText } from '@partner-office/domain'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { bonusMonthsQuery } from '../../../lib/queries/bonus-queries.ts'
import { useOffice } from '../../../lib/session/office.ts'
import { Amount } from '../../../parts/figures/amount.tsx'
import '../../../parts/bonus/bonus.css'
import { PATHS } from '../../../paths.ts'
import { AppLink } from '../../../lib/navigation/app-link.tsx'
import { unilevelNow } from '../unilevel-now.ts'

/** The partner's unilevel bonuses of this month. Source: requirements BON-021. */
export function OwnUnilevel() {
  const { t } = useTranslation()
  return (
    <section className="card stack" aria-labelledby="own-unilevel">
      <h2 className="heading-2" id="own-unilevel">
        {t('unilevel.own')}
      </h2>
      <Amounts />
    </section>
  )
}

function Amounts() {
  const { api } = useOffice()
  const months = useQuery(bonusMonthsQuery(api))
  return (
    <Loaded query={months} placeholder={124}>
      {(data) => <Sums {...unilevelNow(data)} />}
    </Loaded>
  )
}

function Sums({ direct, team, total }: ReturnType<typeof unilevelNow>) {
  const { t } = useTranslation()
  return (
    <KeyValues
      items={[
        { label: t('unilevel.direct.title'), value: <Booked kind="DIRECT" amount={direct} /> },
        { label: t('unilevel.team.title'), value: <Booked kind="TEAM" amount={team} /> },
        { label: t('infinity.total'), value: <Amount amount={total} currency="UPT" />, sum: true },
      ]}
    />
  )
}

type BookedProps = { readonly kind: 'DIRECT' | 'TEAM'; readonly amount: string }

/** A sum, as a link to its bookings in the bonus history. */
function Booked({ kind, amount }: BookedProps) {
  const { t } = useTranslation()
  const from = `${monthText(Date.now())}-01`
  return (
    <AppLink
      to={PATHS.transactionsBonuses}
      search={{ kind, from }}
      className="why-button"
      title={t('unilevel.bookings')}
    >
      <Amount amount={amount} currency="UPT" />
    </AppLink>
  )
}
