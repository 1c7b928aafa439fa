import { useTranslation } from 'react-i18next'

import type { TeamSearchState } from '../lib/use-team-search.ts'

/** Caption of the tree: the owner of the line and its number. */
export function useTreeCaption({ steps }: Pick<TeamSearchState, 'steps'>): string {
  const { t } = useTranslation()
  const line = steps.length
  const { name } = steps.at(-1)!
  if (name === null) return t('team.line', { line })
  return t('teamTree.caption', { name: name || t('common.noname'), line })
}
