import type { CallReply, getBonusMonths } from '@partner-office/contracts'
import { Card, KeyValues, SkeletonRows } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { bonusMonthsQuery, latestBonusQuery } from '../../lib/queries/bonus-queries.ts'
import { useOffice } from '../../lib/session/office.ts'
import { BonusAmount } from '../../parts/bonus/bonus-amount.tsx'
import { BONUS_NAMES } from '../../parts/bonus/bonus-names.ts'
import { CoinAmounts } from '../../parts/coins/coin-amounts.tsx'
import { Moment } from '../../parts/figures/moment.tsx'
import { PATHS } from '../../paths.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'

type MonthKinds = CallReply<typeof getBonusMonths>[number]['kinds']

const ExplanationPanel = lazy(async () => ({
  default: (await import('../../parts/bonus/explain/explanation-panel.tsx')).ExplanationPanel,
}))

/** Bonuses of this month by type, and the last one with its explanation. */
export function MonthWidget() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const months = useQuery(bonusMonthsQuery(api))
  const link = (
    <AppLink to={PATHS.bonuses} className="link">
      {t('bonuses.all')}
    </AppLink>
  )
  return (
    <Card title={t('dashboard.month')} action={link}>
      <Loaded query={months} placeholder={<SkeletonRows rows={3} height={40} />}>
        {(all) => <Kinds kinds={all.at(-1)?.kinds ?? []} />}
      </Loaded>
      <LastBonus />
    </Card>
  )
}

function Kinds({ kinds }: { readonly kinds: MonthKinds }) {
  const { t } = useTranslation()
  if (kinds.length === 0) return <p className="subdued">{t('dashboard.monthNone')}</p>
  return (
    <KeyValues
      items={kinds.map(({ bonusType, amounts }) => ({
        label: t(BONUS_NAMES[bonusType]),
        value: <CoinAmounts amounts={amounts} size="md" />,
      }))}
    />
  )
}

/** The newest bonus. A failed call leaves the line out: the history shows its error. */
function LastBonus() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const [isExplained, explain] = useState(false)
  const last = useQuery(latestBonusQuery(api)).data?.content[0]
  if (last === undefined) return null
  return (
    <div className="in-row between wrap from-top">
      <p>
        <span className="bold block">{t('dashboard.lastBonus')}</span>
        <span className="meta">
          {t(BONUS_NAMES[last.bonusType])} · <Moment at={last.paidAt} />
        </span>
      </p>
      <BonusAmount record={last} onExplain={() => explain(true)} />
      {isExplained && (
        <Suspense>
          <ExplanationPanel of={{ recordId: String(last.id) }} onClose={() => explain(false)} />
        </Suspense>
      )}
    </div>
  )
}
