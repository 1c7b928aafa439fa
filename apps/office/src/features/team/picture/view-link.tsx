import { encodeTeamSearch, type TeamSearch } from '@partner-office/domain'
import { buttonClass } from '@partner-office/ui'
import type { ReactNode } from 'react'

import { PATHS } from '../../../paths.ts'
import { AppLink } from '../../../lib/navigation/app-link.tsx'

type ViewLinkProps = {
  readonly to: 'teamMy' | 'teamTree'
  readonly search: TeamSearch
  readonly children: ReactNode
}

/** Link to another view of the same team. */
export function ViewLink({ to, search, children }: ViewLinkProps) {
  return (
    <AppLink
      className={buttonClass({ size: 'sm' })}
      to={PATHS[to]}
      search={{ search: encodeTeamSearch(search) }}
      hash="tabs"
    >
      {children}
    </AppLink>
  )
}
