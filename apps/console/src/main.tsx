import '@partner-office/ui/styles.css'
import '@partner-office/ui/console.css'
import './console.css'

import { onUncaught } from '@partner-office/web'
import { createRoot } from 'react-dom/client'

import { openConsole } from './open-console.tsx'

const root = createRoot(document.querySelector('#root')!, {
  onUncaughtError: onUncaught((message) => root.render(message)),
})

// A production build leaves the branch out, and the workshop with it.
if (import.meta.env.MODE === 'development' && location.pathname === '/console/workshop') {
  void import('./workshop/workshop.tsx').then(({ openWorkshop }) => openWorkshop(root))
} else {
  void openConsole(root)
}
