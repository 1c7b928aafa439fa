import '@partner-office/ui/styles.css'
import './passport.css'
import { onUncaught } from '@partner-office/web'
import { createRoot } from 'react-dom/client'

import { takeMailedToken } from './lib/mailed-token.ts'
import { openPassport } from './open-passport.tsx'

// Before the first request: a token must not stay in the address.
const mailedToken = takeMailedToken()
const root = createRoot(document.querySelector('#root')!, {
  onUncaughtError: onUncaught((message) => root.render(message)),
})
openPassport(root, mailedToken)
