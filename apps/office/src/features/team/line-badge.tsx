import { VisuallyHidden } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

/** A member's line, counted from the partner. */
export function LineBadge({ line }: { readonly line: number }) {
  const { t } = useTranslation()
  return (
    <span className="level">
      <VisuallyHidden>{t('team.line', { line })}</VisuallyHidden>
      <span aria-hidden="true">{line}</span>
    </span>
  )
}
