import type { RankStatus } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../../lib/profile.ts'

/** Who leads the leg of a place; after the last one there is a new leg. */
export function useLegName({ topPartners }: RankStatus): (place: number) => string {
  const { t } = useTranslation()
  return (place) => {
    const partner = topPartners[place]
    return partner === undefined ? t('whatIf.newLeg') : fullNameOf(partner) || t('common.noname')
  }
}
