import { useMemo } from 'react'

import { PlanFormContext } from './plan-form.ts'
import { ProgrammeSections, RankSections, RuleSections } from './plan-sections.tsx'

/** Every value of a plan's document, once, to read. Source: requirements PLN-002. */
export function PlanView({ document }: { readonly document: unknown }) {
  const form = useMemo(() => ({ document, problems: [], changes: [] }), [document])
  return (
    <PlanFormContext value={form}>
      <div className="stack gap-4">
        <RuleSections />
        <RankSections />
        <ProgrammeSections />
      </div>
    </PlanFormContext>
  )
}
