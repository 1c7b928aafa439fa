import type { TeamMember } from '@partner-office/contracts'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../../lib/session/profile.ts'
import type { TeamSearchState } from '../lib/use-team-search.ts'
import { downTo, stepsTo } from '../team-link.tsx'

/** A member of the tree and the state of its page. */
export type TreeRowProps = {
  readonly member: Pick<TeamMember, 'id' | 'firstName' | 'lastName' | 'flSize' | 'path'>
  readonly state: Pick<TeamSearchState, 'change' | 'linkTo'>
}

type TreeRow = {
  readonly name: string
  /** Null without a team. */
  readonly link: ReturnType<TeamSearchState['linkTo']> | null
  /** Attributes of a row that opens the team below on a press anywhere. */
  readonly opening: { readonly 'data-opens'?: true; readonly onClick?: (event: MouseEvent) => void }
}

/** Name and links of a member, for a table row or a card. Source: requirements TRE-010, TRE-011. */
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
        // Links and buttons in the row keep their own action.
        const isOfItsOwn = target instanceof Element && target.closest('a, button, [popover]')
        if (!isOfItsOwn) state.change(down, 'step')
      },
    },
  }
}
