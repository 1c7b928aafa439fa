import '@partner-office/ui/styles.css'
import './office.css'
import './forced-colors.css'

import { onUncaught } from '@partner-office/web'
import { createRoot } from 'react-dom/client'

import { noteFailedStyles } from './lib/navigation/failed-styles.ts'
import { openOffice } from './open-office.tsx'

const root = createRoot(document.querySelector('#root')!, {
  onUncaughtError: onUncaught((message) => root.render(message)),
})

document.head.addEventListener('error', noteFailedStyles, { capture: true })

// A production build leaves the branch out, and the workshop with it. Without await: the workshop imports parts of this
// file's chunk, and each would wait for the other.
if (import.meta.env.MODE === 'development' && location.pathname === '/workshop') {
  void import('./workshop/workshop.tsx').then(({ openWorkshop }) => openWorkshop(root))
} else {
  openOffice(root)
}
