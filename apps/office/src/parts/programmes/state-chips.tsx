import type { BonusRecord } from '@partner-office/contracts'
import { Chip } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

/** The target, or the row's target, is met by the turnover that counts. Source: the glossary, "reached". */
export function ReachedChip() {
  const { t } = useTranslation()
  return (
    <Chip tone="green" icon="done">
      {t('programmes.reached')}
    </Chip>
  )
}

/** Whether amounts are final: until the period is closed they can change. Source: the glossary, "final". */
export function FinalChip({ record: { state } }: { readonly record: Pick<BonusRecord, 'state'> }) {
  const { t } = useTranslation()
  if (state === 'CLOSED') return <Chip tone="grey">{t('infinity.final')}</Chip>
  return (
    <Chip tone="orange" icon="clock">
      {t('infinity.notFinal')}
    </Chip>
  )
}
