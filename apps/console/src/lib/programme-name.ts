import { BONUS_TYPES } from '@partner-office/domain'
import { useTranslation } from 'react-i18next'

/** Names a programme by the type of its credits. */
export function useProgrammeName(): (type: string) => string {
  const { t } = useTranslation()
  return (type) => {
    const known = BONUS_TYPES.find((one) => one === type)
    return known === undefined ? type : t(`programmes.${known}`)
  }
}
