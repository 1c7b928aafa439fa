import { Button } from '@partner-office/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { SignInForm } from '../features/sign-in/sign-in-form.tsx'
import { useConsole } from '../lib/console.ts'
import { type SignedIn, useSessionState } from '../lib/session.ts'
import { GateBrand } from './gate.tsx'
import { useSignOut } from './operator-menu.tsx'

/** The sign-in above a page whose session has ended: what was typed is still there afterwards. Source: requirements OPR-007. */
export function SignInAgain() {
  const { session } = useConsole()
  const state = useSessionState(session)
  return state.kind === 'ended' ? <Overlay before={state.signedIn} /> : null
}

function Overlay({ before }: { readonly before: SignedIn }) {
  const { t } = useTranslation()
  const signOut = useSignOut()
  const goOn = useGoOn(before)
  const dialog = useOpened()
  return (
    <dialog
      ref={dialog}
      className="dialog again-dialog"
      aria-labelledby="sign-in-again"
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget }) => reopen(currentTarget)}
    >
      <div className="console-card">
        <GateBrand />
        <h2 className="heading-2" id="sign-in-again">
          {t('session.ended')}
        </h2>
        <p className="subdued">{t('session.endedText')}</p>
        <SignInForm email={before.operator.email} onSignedIn={goOn} />
        <Button variant="ghost" onClick={() => void signOut()}>
          {t('session.other')}
        </Button>
      </div>
    </dialog>
  )
}

/** The page goes on for the same operator. Another one gets a page that holds nothing of the first. */
function useGoOn(before: SignedIn): (signedIn: SignedIn) => void {
  const { session, fresh } = useConsole()
  const queries = useQueryClient()
  return (signedIn) => {
    if (signedIn.operator.id !== before.operator.id) return location.reload()
    session.open(signedIn)
    session.used()
    // A sign-in proves the second factor, too.
    fresh.answer(true)
    // What failed without a session is read again.
    void queries.refetchQueries({ type: 'active' })
  }
}

/** Browsers close a dialog at the second Escape, whatever it says. */
function reopen(dialog: HTMLDialogElement): void {
  if (dialog.isConnected && !dialog.open) dialog.showModal()
}

/** A dialog that is open while it is mounted, and that only a sign-in closes; the focus returns to the page. */
function useOpened() {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return ref
}
