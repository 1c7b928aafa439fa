import { getProposals, type Proposal } from '@partner-office/contracts'
import { Button } from '@partner-office/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useSignedIn } from '../../lib/console.ts'
import { proposingRoles } from '../../lib/proposal-roles.ts'
import { hasOneOf } from '../../lib/session.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { type Proposed, usePropose } from '../../parts/use-propose.ts'
import { PATHS } from '../../paths.ts'

/** Proposes an outdated or expired proposal again, with its reason. Source: requirements APR-008. */
export function ProposeAgain({ proposal }: { readonly proposal: Proposal }) {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const act = usePropose(({ id }) => {
    void queries.invalidateQueries({ queryKey: [getProposals.path] })
    void navigate({ to: PATHS.proposal, params: { id: String(id) } })
  })
  if (!hasOneOf(operator.roles, proposingRoles(proposal.kind))) return null
  const { id, reason, kind, object, after } = proposal
  // `after` holds the values that the proposal was made with.
  const proposed = { kind, object, values: after } as unknown as Proposed
  return (
    <div className="stack gap-3">
      <ActNote act={act} notDone={t('propose.notDone')} roles={proposingRoles(kind)} />
      <div className="decision">
        <Button
          variant="primary"
          busy={act.isBusy}
          onClick={() => act.run({ proposed, reason, again: id })}
        >
          {t('proposals.proposeAgain')}
        </Button>
      </div>
    </div>
  )
}
