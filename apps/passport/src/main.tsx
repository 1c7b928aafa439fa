import '@partner-office/ui/styles.css'
import './passport.css'
import { createRoot } from 'react-dom/client'

import { takeMailedToken } from './lib/mailed-token.ts'
import { openPassport } from './open-passport.tsx'

// Before the first request: a token must not stay in the address.
const mailedToken = takeMailedToken()
openPassport(createRoot(document.querySelector('#root')!), mailedToken)
