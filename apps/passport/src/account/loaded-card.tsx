import { SkeletonRows } from '@partner-office/ui'
import { codeOf, errorText, Loaded } from '@partner-office/web'
import type { ParseKeys } from 'i18next'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

type LoadedCardProps<T> = Pick<ComponentProps<typeof Loaded<T>>, 'query' | 'children'> & {
  /** What could not be loaded. */
  readonly failed: ParseKeys
  readonly rows: number
}

/** A card of the account with the data of a query. Old data would hide that a change could not be read again. */
export function LoadedCard<T>({ query, failed, rows, children }: LoadedCardProps<T>) {
  const { i18n } = useTranslation()
  return (
    <Loaded
      query={query}
      placeholder={<SkeletonRows rows={rows} height={88} />}
      hidesOld
      isCard
      title={failed}
      text={errorText(i18n, codeOf(query.error))}
    >
      {children}
    </Loaded>
  )
}
