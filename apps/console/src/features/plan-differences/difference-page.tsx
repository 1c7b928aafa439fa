import {
  getPlanDifference,
  type LargestChange,
  type PlanDifference,
} from '@partner-office/contracts'
import { Loaded } from '@partner-office/web'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useLive } from '../../lib/use-live.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { ChangesBox } from './changes-box.tsx'
import { DifferenceFilters } from './difference-filters.tsx'
import { ExplanationBox } from './explanation-box.tsx'
import { LargestBox } from './largest-box.tsx'
import { RanksBox } from './ranks-box.tsx'
import { RunBox } from './run-box.tsx'
import { TotalsBox } from './totals-box.tsx'

const FROM = `/frame${PATHS.planDifference}` as const
const READ_MS = 5_000

/** A draft beside what closed months have credited. Source: requirements PLN-010 to PLN-017. */
export function DifferencePage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: FROM })
  const query = useSearch({ from: FROM })
  const difference = useLive(getPlanDifference, READ_MS, { params: { id }, query })
  return (
    <Page
      title={difference.data?.name ?? t('planDifferences.one', { id })}
      crumb={{ text: t('planDifferences.title'), to: PATHS.planDifferences }}
      roles={getPlanDifference.roles}
    >
      <Loaded
        query={difference}
        placeholder={400}
        titles={{ not_found: 'planDifferences.notFound' }}
      >
        {(shown) => <Shown difference={shown} />}
      </Loaded>
    </Page>
  )
}

function Shown({ difference }: { readonly difference: PlanDifference }) {
  const { t } = useTranslation()
  const { month, currency } = useSearch({ from: FROM })
  const [explained, setExplained] = useState<LargestChange | null>(null)
  const { id, months, result } = difference
  if (result === null) return <RunBox difference={difference} />
  const { choices, totals, ranks, gains, losses } = result
  return (
    <div className="stack gap-4">
      <DifferenceFilters difference={difference} choices={choices} />
      <RunBox difference={difference} />
      <ChangesBox difference={difference} />
      <TotalsBox totals={totals} months={months} />
      <RanksBox ranks={ranks} />
      <LargestBox title={t('planDifferences.gains')} changes={gains} onExplain={setExplained} />
      <LargestBox title={t('planDifferences.losses')} changes={losses} onExplain={setExplained} />
      {explained !== null && (
        <ExplanationBox
          id={String(id)}
          change={explained}
          filter={{ month, currency }}
          onClose={() => setExplained(null)}
        />
      )}
    </div>
  )
}
