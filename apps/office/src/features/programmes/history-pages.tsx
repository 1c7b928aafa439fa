import { DEFAULT_PAGE_SIZE, PAGE_SIZES, Pagination } from '@partner-office/ui'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { PATHS } from '../../paths.ts'

type HistoryPagesProps = { readonly page: number; readonly size: number; readonly last: number }

/** The pages of the history of lifestyle; none while all months fit into a page of the default size. */
export function HistoryPages({ page, size, last }: HistoryPagesProps) {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: PATHS.bonusLifestyle })
  if (last === 1 && size === DEFAULT_PAGE_SIZE) return null
  const show = (to: { readonly page?: number; readonly size?: (typeof PAGE_SIZES)[number] }) =>
    void navigate({ to: '.', search: (shown) => ({ ...shown, ...to }), resetScroll: false })
  return (
    <Pagination
      current={page}
      last={last}
      size={size}
      labels={{
        pages: t('pages.title'),
        previous: t('pages.previous'),
        next: t('pages.next'),
        size: t('pages.size'),
        page: (each) => t('pages.page', { page: each }),
      }}
      onPage={(to) => show({ page: to })}
      onSize={(rows) => show({ page: 1, size: PAGE_SIZES.find((each) => each === rows)! })}
    />
  )
}
