import { EmptyNotice } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useWindowClass } from '../../lib/browser/window-class.ts'
import type { Explained } from '../../parts/bonus/explain/explanation-query.ts'
import { Paged } from '../../parts/states/paged.tsx'
import { AccrualList } from './accrual-list.tsx'
import { AccrualTable } from './accrual-table.tsx'
import { useAccruals } from './use-accruals.ts'

type AccrualsProps = {
  readonly month: number
  readonly onExplain: (of: Explained) => void
}

/** Accruals of a month, order by order. Source: requirements INF-017, INF-018, INF-020, INF-028. */
export function Accruals({ month, onExplain }: AccrualsProps) {
  const { t } = useTranslation()
  const Arrangement = useWindowClass() === 'desktop' ? AccrualTable : AccrualList
  const nothing = (
    <EmptyNotice isCard title={t('infinity.nothing')} hint={t('infinity.nothingHint')} />
  )
  return (
    <Paged list={useAccruals(month)} placeholder={480} empty={nothing}>
      {(rows) => (
        <>
          <p className="meta">{t('infinity.openOne')}</p>
          <Arrangement
            rows={rows}
            onExplain={(orderId) => onExplain({ orderId: String(orderId) })}
          />
        </>
      )}
    </Paged>
  )
}
