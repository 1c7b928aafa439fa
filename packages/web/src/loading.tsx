import { Loader, Skeleton } from '@partner-office/ui'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'

/** Room that data will take: a height in pixels, `fill` for all of the container, or a drawing. */
export type Placeholder = number | 'fill' | ReactElement

/** The loading state: a placeholder, drawn after a short delay. */
export function Loading({ placeholder }: { readonly placeholder: Placeholder }) {
  const { t } = useTranslation()
  return <Loader label={t('common.loading')}>{drawn(placeholder)}</Loader>
}

function drawn(placeholder: Placeholder): ReactElement {
  if (typeof placeholder === 'object') return placeholder
  return <Skeleton height={placeholder === 'fill' ? '100%' : placeholder} />
}
