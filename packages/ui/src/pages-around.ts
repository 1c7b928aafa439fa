/** Page sizes that tables offer. Source: requirements NAV-037. */
export const PAGE_SIZES = [5, 15, 25, 50] as const

/** Source: requirements NAV-038; decisions D-111. */
export const DEFAULT_PAGE_SIZE = 15

/** A page number, from 1, or a gap that is shown as dots. */
type PageMark = number | 'gap'

/**
 * The first page, the last page, the current page and its direct neighbours, with a gap wherever pages are left out.
 *
 * Source: requirements NAV-036.
 */
export function pagesAround(current: number, last: number): readonly PageMark[] {
  const wanted = [1, current - 1, current, current + 1, last]
  const pages = [...new Set(wanted)].filter((page) => page >= 1 && page <= last)
  return pages.flatMap((page, at) => {
    const isAfterGap = at > 0 && page - pages[at - 1]! > 1
    return isAfterGap ? ['gap' as const, page] : [page]
  })
}
