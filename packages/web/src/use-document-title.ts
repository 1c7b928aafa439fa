import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** What a part of the page says in the title of the document. */
type Part = { readonly title: string; readonly rank: number }

const RANKS = { page: 0, subject: 1 } as const

const shown = new Set<Part>()

/**
 * Names the page in the title of the document, before the product. The subject is what the page shows instead of its usual
 * content or at its present step, and stands before the page; of two subjects the later one counts.
 *
 * Source: WCAG 2.4.2; decisions/0006-screens.md.
 */
export function useDocumentTitle(title: string, rank: keyof typeof RANKS = 'page'): void {
  const { t } = useTranslation()
  const product = t('common.product')
  useEffect(() => {
    const part = { title, rank: RANKS[rank] }
    shown.add(part)
    write(product)
    return () => {
      shown.delete(part)
      write(product)
    }
  }, [title, rank, product])
}

function write(product: string): void {
  const newest = (rank: number) => [...shown].findLast((part) => part.rank === rank)?.title
  const parts = [newest(RANKS.subject), newest(RANKS.page), product]
  document.title = [...new Set(parts)].filter(Boolean).join(' · ')
}
