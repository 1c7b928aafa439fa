import { numberLanguage } from '@partner-office/locales'
import { Progress } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** How much of an upload was sent. Units: 0 to 1; null while none runs. */
export type Sent = number | null

/** The share that an upload has sent; `during` updates it as long as the upload runs. */
export function useSent(): {
  readonly sent: Sent
  readonly during: <T>(upload: (onSent: (share: number) => void) => Promise<T>) => Promise<T>
} {
  const [sent, setSent] = useState<Sent>(null)
  const during = async <T,>(upload: (onSent: (share: number) => void) => Promise<T>) => {
    setSent(0)
    try {
      return await upload(setSent)
    } finally {
      setSent(null)
    }
  }
  return { sent, during }
}

/** A bar and the percentage of an upload; nothing while none runs. */
export function UploadProgress({ sent }: { readonly sent: Sent }) {
  const { t, i18n } = useTranslation()
  if (sent === null) return null
  const language = numberLanguage(i18n.language)
  const format = new Intl.NumberFormat(language, { style: 'percent', numberingSystem: 'latn' })
  // Never rounded up: what is shown as sent was sent.
  const percent = Math.floor(sent * 100)
  const label = t('common.sent', { percent: format.format(percent / 100) })
  return (
    <div className="stack gap-1">
      <Progress size="thin" segments={[{ percent, tone: 'done' }]} label={label} />
      <p className="caption digits words" aria-hidden="true">
        {label}
      </p>
    </div>
  )
}
