import { getProposals } from '@partner-office/contracts'
import { Box } from '@partner-office/ui/console'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { ProposalView } from './proposal-view.tsx'

/** One proposal, at an address of its own. */
export function ProposalPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: `/frame${PATHS.proposal}` })
  return (
    <Page
      title={t('proposals.one', { id })}
      crumb={{ text: t('menu.proposals'), to: PATHS.proposals }}
      roles={getProposals.roles}
    >
      <Box title={t('proposals.about')}>
        <ProposalView key={id} id={id} />
      </Box>
    </Page>
  )
}
