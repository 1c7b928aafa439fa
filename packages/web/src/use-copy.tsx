import { useToast } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

/** Longer texts scroll in the field to copy them from. */
const MOST_LINES = 5

/**
 * Copies a text to the clipboard and says so. If the browser cannot or does not copy it, the notification says that instead
 * and shows the text, to be copied by hand.
 *
 * Source: requirements NAV-040; decisions C11.33.
 */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation()
  const toast = useToast()
  return (text) =>
    void write(text).then((isCopied) => {
      if (isCopied) toast.success({ title: t('common.copied') })
      else toast.error({ title: t('common.notCopied'), action: <ByHand text={text} /> })
    })
}

/** Whether the browser copied the text. Browsers give the clipboard only to pages with TLS, and may ask the user first. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

function ByHand({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  return (
    <label className="by-hand">
      <span className="meta">{t('common.copyByHand')}</span>
      <textarea
        className="input"
        readOnly
        dir="auto"
        rows={Math.min(MOST_LINES, text.split('\n').length)}
        value={text}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </label>
  )
}
