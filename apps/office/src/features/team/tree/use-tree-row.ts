import type { TeamMember } from '@partner-office/contracts'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../../lib/profile.ts'
import type { TeamSearchState } from '../lib/use-team-search.ts'
import { downTo, stepsTo } from '../team-link.tsx'

/** A member of the tree, and where the tree goes on. */
export type TreeRowProps = {
  readonly member: TeamMember
  readonly state: Pick<TeamSearchState, 'change' | 'linkTo'>
}

type TreeRow = {
  readonly name: string
  /** Null where nobody stands below. */
  readonly link: ReturnType<TeamSearchState['linkTo']> | null
  /** What the whole row needs to open the team below. */
  readonly opening: { readonly 'data-opens'?: true; readonly onClick?: (event: MouseEvent) => void }
}

/** What a row says and does, as a line of a table or as a card. Source: requirements TRE-010, TRE-011. */
export function useTreeRow({ member, state }: TreeRowProps): TreeRow {
  const { t } = useTranslation()
  const name = fullNameOf(member) || t('common.noname')
  if (member.flSize === 0) return { name, link: null, opening: {} }
  const down = downTo(stepsTo(member, name))
  return {
    name,
    link: state.linkTo(down),
    opening: {
      'data-opens': true,
      onClick: ({ target }) => {
        // Whatever in the row can be pressed by itself does what it says.
        const isOfItsOwn = target instanceof Element && target.closest('a, button, [popover]')
        if (!isOfItsOwn) state.change(down, 'step')
      },
    },
  }
}
