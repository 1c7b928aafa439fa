import { getPlanVersion } from '@partner-office/contracts'
import { comparePlans } from '@partner-office/domain'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { PlanChanges } from '../../parts/plans/plan-changes.tsx'
import { useCompared } from '../../parts/plans/use-compared.ts'

/** What differs between two versions, or a version and a draft, by place. Source: requirements PLN-003. */
export function ComparePage() {
  const { t } = useTranslation()
  const { before = 'version-1', after = 'version-1' } = useSearch({
    from: `/frame${PATHS.planComparison}`,
  })
  const one = useCompared(before)
  const other = useCompared(after)
  const nameOf = ({ data }: typeof one) => {
    if (data === undefined) return '…'
    return 'name' in data.found
      ? t('plan.draftOne', { name: data.found.name })
      : t('plan.versionOne', { version: data.found.version })
  }
  const title = t('plan.comparison', { before: nameOf(one), after: nameOf(other) })
  return (
    <Page
      title={t('plan.compare')}
      crumb={{ text: t('menu.plan'), to: PATHS.plan }}
      roles={getPlanVersion.roles}
    >
      <Loaded query={one} placeholder={160}>
        {({ document }) => (
          <Loaded query={other} placeholder={160}>
            {(compared) => (
              <Box title={title} isFlush>
                <PlanChanges caption={title} changes={comparePlans(document, compared.document)} />
              </Box>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}
