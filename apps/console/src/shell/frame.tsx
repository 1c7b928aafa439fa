import { SkipLink } from '@partner-office/ui'
import { KeysProvider } from '@partner-office/ui/console'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { Commands } from './commands.tsx'
import { FreshDialog } from './fresh-dialog.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { PageKeys } from './page-keys.tsx'
import { SideMenu } from './side-menu.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { StaySignedIn } from './stay-signed-in.tsx'
import { useCopiedAmounts } from './use-copied-amounts.ts'
import { useSingleKeys } from './single-keys.ts'
import { useFacts } from './use-facts.ts'

type Window = 'commands' | 'keys' | null

/** The frame of every page of a signed-in operator. */
export function Frame() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Window>(null)
  const [areSingleKeysOn] = useSingleKeys()
  useFacts()
  useCopiedAmounts()
  const close = () => setOpen(null)
  const find = () => setOpen('commands')
  const showKeys = () => setOpen('keys')
  return (
    <KeysProvider areSingleKeysOn={areSingleKeysOn}>
      <SkipLink>{t('common.skip')}</SkipLink>
      <PageKeys onFind={find} onKeys={showKeys} />
      <div className="console-shell">
        <SideMenu onFind={find} onKeys={showKeys} />
        <Outlet />
      </div>
      {open === 'commands' && <Commands onKeys={showKeys} onClose={close} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
      <StaySignedIn />
      <FreshDialog />
      <SignInAgain />
    </KeysProvider>
  )
}
