/**
 * Where a list stands; `loadingMore`, `loadingUp` and an `error` behind the first page keep the rows.
 *
 * Source: requirements TEA-061, TRE-016.
 */
export type ListPhase = 'loading' | 'success' | 'empty' | 'error' | 'loadingMore' | 'loadingUp'

type Progress = {
  readonly isPending: boolean
  readonly isFetchingNextPage: boolean
  readonly isError: boolean
  /** Whether the rows are still those of the list that the reader comes from. */
  readonly isPlaceholderData: boolean
}

/** The one phase that the progress of a query and the rows at hand mean. */
export function listPhase(progress: Progress, rows: number): ListPhase {
  if (progress.isPending) return 'loading'
  if (progress.isFetchingNextPage) return 'loadingMore'
  if (progress.isError) return 'error'
  if (progress.isPlaceholderData) return 'loadingUp'
  return rows === 0 ? 'empty' : 'success'
}
