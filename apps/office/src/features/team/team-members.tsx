import type { TeamMember } from '@partner-office/contracts'
import { errorText } from '@partner-office/web'
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { Paged } from '../../parts/states/paged.tsx'
import { shownCodes } from './lib/team-errors.ts'
import type { TeamList } from './lib/use-team-list.ts'

type ListProps = {
  readonly list: TeamList
  readonly placeholder: ReactElement
  readonly empty: ReactNode
  readonly children: (rows: readonly TeamMember[]) => ReactNode
}

/** Members of a team in every state of their list. Source: requirements TEA-046 to TEA-049, TEA-058 to TEA-061. */
export function TeamMembers({ list, ...states }: ListProps) {
  return (
    <Paged
      {...states}
      list={list}
      title="team.failed"
      moreFailed="team.moreFailed"
      text={<Codes error={list.error} />}
    />
  )
}

/** Every code of a failed list, in the reader's language. Source: requirements TEA-058 to TEA-060. */
function Codes({ error }: { readonly error: unknown }) {
  const { i18n } = useTranslation()
  return shownCodes(error).map((code) => (
    <span key={code} className="block">
      {errorText(i18n, code)}
    </span>
  ))
}
