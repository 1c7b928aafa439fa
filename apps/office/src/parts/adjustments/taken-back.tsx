import type { OwnAdjustment } from '@partner-office/contracts'
import { Chip } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

type TakenBackProps = { readonly adjustment: Pick<OwnAdjustment, 'takesBack' | 'takenBackBy'> }

/** The other adjustment, where one takes the other back. Source: requirements ADJ-009. */
export function TakenBack({ adjustment: { takesBack, takenBackBy } }: TakenBackProps) {
  const { t } = useTranslation()
  if (takesBack === null && takenBackBy === null) return null
  return (
    <p className="in-row wrap taken-back">
      {takenBackBy !== null && (
        <Chip tone="grey" icon="retry">
          {t('adjustments.takenBack', { number: takenBackBy })}
        </Chip>
      )}
      {takesBack !== null && (
        <Chip tone="grey-stroke" icon="retry">
          {t('adjustments.takesBack', { number: takesBack })}
        </Chip>
      )}
    </p>
  )
}
