/**
 * State of a list that loads page by page.
 *
 * `loadingMore`, `loadingUp` and an `error` after the first page keep the rows.
 * Source: requirements TEA-061, TRE-016.
 */
export type ListPhase = 'loading' | 'success' | 'empty' | 'error' | 'loadingMore' | 'loadingUp'

/** State of an infinite query, as far as the phase depends on it. */
export type Progress = {
  readonly isPending: boolean
  readonly isFetchingNextPage: boolean
  readonly isError: boolean
  /** Whether the rows still belong to the previous list. */
  readonly isPlaceholderData: boolean
}

/** Phase of a list, from the state of its query and the number of rows. */
export function listPhase(progress: Progress, rows: number): ListPhase {
  if (progress.isPending) return 'loading'
  if (progress.isFetchingNextPage) return 'loadingMore'
  if (progress.isError) return 'error'
  if (progress.isPlaceholderData) return 'loadingUp'
  return rows === 0 ? 'empty' : 'success'
}
