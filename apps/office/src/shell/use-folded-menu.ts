import { lastingStorage } from '@partner-office/web'
import { useState } from 'react'

import { useWindowClass } from '../lib/browser/window-class.ts'

/** Whether the sidebar shows icons only. A tablet begins with icons; each width keeps its last choice. Source: requirements NAV-015. */
export function useFoldedMenu(): { readonly isFolded: boolean; readonly toggle: () => void } {
  const windowClass = useWindowClass()
  // A phone has no sidebar. Like a tablet it begins with icons, so that a window that grows is drawn once.
  const isWide = windowClass === 'desktop'
  const key = `menu-${isWide ? 'desktop' : 'tablet'}`
  const [, setChanges] = useState(0)
  const choice = lastingStorage.read(key)
  const isFolded = choice === null ? !isWide : choice === 'folded'
  const toggle = (): void => {
    lastingStorage.write(key, isFolded ? 'open' : 'folded')
    setChanges((changes) => changes + 1)
  }
  return { isFolded, toggle }
}
