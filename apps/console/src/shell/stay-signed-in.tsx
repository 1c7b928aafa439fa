import { getMe } from '@partner-office/contracts'
import { Button, Dialog } from '@partner-office/ui'
import { clockText } from '@partner-office/web'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../lib/console.ts'
import { IDLE_MS, useSessionState } from '../lib/session.ts'
import { useSignOut } from './operator-menu.tsx'

/** How long before its end a session asks. Source: requirements OPR-007. */
const ASK_MS = 2 * 60_000

/** Asks before the session ends by idleness. */
export function StaySignedIn() {
  const { session } = useConsole()
  const { kind } = useSessionState(session)
  const leftMs = useIdleLeft()
  return kind === 'open' && leftMs <= ASK_MS ? <Question leftMs={leftMs} /> : null
}

function Question({ leftMs }: { readonly leftMs: number }) {
  const { t } = useTranslation()
  const { api, session } = useConsole()
  const signOut = useSignOut()
  // A failed call is noticed by the session itself.
  const stay = (): void =>
    void api.call(getMe).then(
      (facts) => session.open(facts),
      () => {},
    )
  const left = Math.max(0, Math.ceil(leftMs / 1_000))
  return (
    <Dialog
      title={t('session.stayTitle')}
      closeLabel={t('session.stay')}
      onClose={stay}
      footer={
        <>
          <Button variant="ghost" onClick={() => void signOut()}>
            {t('session.signOut')}
          </Button>
          <Button variant="primary" autoFocus onClick={stay}>
            {t('session.stay')}
          </Button>
        </>
      }
    >
      <p>{t('session.stayText', { time: clockText(left) })}</p>
    </Dialog>
  )
}

/**
 * What is left of the session without another call. At the end the service is asked: another window may have kept the session
 * open.
 */
function useIdleLeft(): number {
  const { api, session } = useConsole()
  const [left, setLeft] = useState(IDLE_MS)
  useEffect(() => {
    let isAsked = false
    const timer = setInterval(() => {
      const now = session.usedAt + IDLE_MS - Date.now()
      setLeft(now)
      if (now > 0) isAsked = false
      if (now > 0 || isAsked) return
      isAsked = true
      void api.call(getMe, { isRefresh: true }).catch(() => {})
    }, 1_000)
    return () => clearInterval(timer)
  }, [api, session])
  return left
}
