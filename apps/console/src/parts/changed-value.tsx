import { Change } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

type ChangedValueProps = {
  /** Null: there was none. */
  readonly before: string | null
  /** Null: there is none any more. */
  readonly after: string | null
}

/** A value before and after, with words where there is none. */
export function ChangedValue({ before, after }: ChangedValueProps) {
  const { t } = useTranslation()
  return (
    <Change
      before={before ?? t('preview.nothing')}
      after={after ?? t('preview.nothing')}
      texts={{ before: t('preview.before'), after: t('preview.after') }}
    />
  )
}
