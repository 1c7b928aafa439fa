import '@partner-office/ui/styles.css'
import './office.css'

import { createRoot } from 'react-dom/client'

import { openOffice } from './open-office.tsx'

const root = createRoot(document.querySelector('#root')!)

// A production build leaves the branch out, and the workshop with it.
if (import.meta.env.MODE === 'development' && location.pathname === '/workshop') {
  const { openWorkshop } = await import('./workshop/workshop.tsx')
  openWorkshop(root)
} else {
  openOffice(root)
}
