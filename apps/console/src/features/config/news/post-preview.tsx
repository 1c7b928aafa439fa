import { Box } from '@partner-office/ui/console'
import { WrittenContent } from '@partner-office/web/written-content.tsx'
import { useTranslation } from 'react-i18next'

type PostPreviewProps = { readonly title: string; readonly html: string }

/** A post as the office shows it: cleaned by the same code. */
export function PostPreview({ title, html }: PostPreviewProps) {
  const { t } = useTranslation()
  return (
    <Box title={t('posts.preview')}>
      {title !== '' && (
        <p className="bold">
          <bdi>{title}</bdi>
        </p>
      )}
      {html === '' ? <p className="muted">{t('posts.empty')}</p> : <WrittenContent html={html} />}
    </Box>
  )
}
