import { encodeTeamSearch, type TeamSearch } from '@partner-office/domain'
import { buttonClass } from '@partner-office/ui'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useLocale } from '../../../lib/locale.ts'
import { PATHS } from '../../../paths.ts'

type ViewLinkProps = {
  readonly to: 'teamMy' | 'teamTree'
  readonly search: TeamSearch
  readonly children: ReactNode
}

/** The way to another view of the same people. */
export function ViewLink({ to, search, children }: ViewLinkProps) {
  const locale = useLocale()
  return (
    <Link
      className={buttonClass({ size: 'sm' })}
      to={PATHS[to] as string}
      params={{ locale } as never}
      search={{ search: encodeTeamSearch(search) } as never}
      hash="tabs"
    >
      {children}
    </Link>
  )
}
