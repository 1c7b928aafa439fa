import type { ReactElement } from 'react'

import { StartFailed } from './start-failed.tsx'

/**
 * Makes the handler of errors that no part of a page has caught. React empties the page then; `show` draws the message
 * that takes its place.
 */
export function onUncaught(show: (message: ReactElement) => void): (error: unknown) => void {
  let isShown = false
  return (error) => {
    reportError(error)
    // A message that fails itself is not drawn again.
    if (isShown) return
    isShown = true
    show(<StartFailed title="Something went wrong" onRetry={() => location.reload()} />)
  }
}
