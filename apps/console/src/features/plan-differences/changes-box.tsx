import { type PlanDifference, planDocumentIn } from '@partner-office/contracts'
import { comparePlans } from '@partner-office/domain'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { PlanChanges } from '../../parts/plans/plan-changes.tsx'
import { useCompared } from '../../parts/plans/use-compared.ts'
import { PATHS } from '../../paths.ts'

type Props = { readonly difference: PlanDifference }

/** What the draft, as it was run, changes of the newest version at that time, by place. Source: requirements PLN-003, PLN-010. */
export function ChangesBox({ difference: { draft, name, planVersion, text } }: Props) {
  const { t } = useTranslation()
  const version = useCompared(`version-${planVersion}`)
  const title = t('planDifferences.changes')
  return (
    <Box
      title={title}
      detail={t('planDifferences.against', { version: planVersion })}
      foot={
        <Link to={PATHS.planDraft} params={{ id: String(draft) }} className="link">
          {t('plan.draftOne', { name })}
        </Link>
      }
      isFlush
    >
      <Loaded query={version} placeholder={80}>
        {({ document }) => (
          <PlanChanges caption={title} changes={comparePlans(document, planDocumentIn(text))} />
        )}
      </Loaded>
    </Box>
  )
}
