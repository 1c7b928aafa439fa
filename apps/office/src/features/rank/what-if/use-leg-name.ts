import type { RankStatus } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../../lib/session/profile.ts'

/** Name of a leg's first partner; the places after the last leg are new legs. */
export function useLegName({ topPartners }: RankStatus): (place: number) => string {
  const { t } = useTranslation()
  return (place) => {
    const partner = topPartners[place]
    return partner === undefined ? t('whatIf.newLeg') : fullNameOf(partner) || t('common.noname')
  }
}
