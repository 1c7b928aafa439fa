import {
  type CallReply,
  type getPlanVersion,
  type PlanDraft,
  planDocumentIn,
} from '@partner-office/contracts'
import { comparePlans, planWarnings, readPlan, withValueAt } from '@partner-office/domain'
import { Tabs, TextField } from '@partner-office/ui'
import { Link, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { PLAN_TABS, type PlanTab } from '../../lib/plan-tabs.ts'
import { PATHS } from '../../paths.ts'
import { DraftActs } from './draft-acts.tsx'
import { DraftFile } from './draft-file.tsx'
import { type PlanForm, PlanFormContext } from './plan-form.ts'
import { PlanSummary } from './plan-summary.tsx'
import { useMoveToPlace } from './use-move-to-place.ts'
import { ProgrammeSections, RankSections, RuleSections } from './plan-sections.tsx'

type EditorProps = {
  readonly draft: PlanDraft
  /** The version that it is compared with. */
  readonly base: CallReply<typeof getPlanVersion>
}

/** What is typed: the document, its problems and warnings, and what differs from another version. */
function useEdited({ draft, base }: EditorProps) {
  const { clock } = useConsole()
  const [document, setDocument] = useState(() => planDocumentIn(draft.text))
  const compared = useMemo(() => planDocumentIn(base.text), [base.text])
  return useMemo(() => {
    const read = readPlan(document)
    const form: PlanForm = {
      document,
      problems: 'problems' in read ? read.problems : [],
      changes: comparePlans(compared, document),
      write: (steps, value) =>
        setDocument((standing: unknown) => withValueAt(standing, steps, value)),
    }
    const warnings = 'plan' in read ? planWarnings(read.plan, clock.now()) : []
    return { form, warnings }
  }, [document, compared, clock])
}

/** The form over every value of a draft. Source: requirements PLN-005 to PLN-007, PLN-009. */
export function PlanEditor(props: EditorProps) {
  const { t } = useTranslation()
  const { draft, base } = props
  const { tab = 'ranks' } = useSearch({ from: `/frame${PATHS.planDraft}` })
  const { form, warnings } = useEdited(props)
  const [name, setName] = useState(draft.name)
  const moveTo = useMoveToPlace(tab)
  return (
    <PlanFormContext value={form}>
      <div className="stack gap-4">
        <DraftActs
          draft={draft}
          name={name}
          document={form.document}
          problems={form.problems.length}
        />
        <PlanSummary problems={form.problems} warnings={warnings} onMove={moveTo} />
        <TextField
          label={t('plan.name')}
          value={name}
          onChange={({ target }) => setName(target.value)}
          maxLength={200}
          required
        />
        <Tabs
          label={t('plan.parts')}
          tabs={PLAN_TABS.map((each) => ({ tab: each, text: t(`plan.tabs.${each}`) }))}
          shown={tab}
          link={({ tab: to }, attributes) => (
            <Link {...attributes} from={PATHS.planDraft} to="." search={{ tab: to }} replace />
          )}
        />
        <TabContent tab={tab} draft={draft} base={base.version} />
      </div>
    </PlanFormContext>
  )
}

type ContentProps = { readonly tab: PlanTab; readonly draft: PlanDraft; readonly base: number }

function TabContent({ tab, draft, base }: ContentProps) {
  switch (tab) {
    case 'ranks':
      return <RankSections />
    case 'programmes':
      return <ProgrammeSections />
    case 'rules':
      return <RuleSections />
    case 'file':
      return <DraftFile draft={draft} base={base} />
  }
}
