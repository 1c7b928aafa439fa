import { Key } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

/** What the marks of leg bars mean. */
export function LegKeys() {
  const { t } = useTranslation()
  return (
    <div className="keys">
      <Key tone="leg1">{t('rule.counts')}</Key>
      <Key tone="hatched">{t('rank.aboveCap')}</Key>
      <Key tone="cap">{t('rank.cap')}</Key>
    </div>
  )
}
