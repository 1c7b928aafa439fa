import '@partner-office/ui/styles.css'
import './office.css'

import { createRoot } from 'react-dom/client'

import { openOffice } from './open-office.tsx'

openOffice(createRoot(document.querySelector('#root')!))
