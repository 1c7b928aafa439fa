import { useState } from 'react'

import { useRequest } from '../lib/address.ts'
import { StartAgain } from '../shell/start-again.tsx'
import { MailSent } from './mail-sent.tsx'
import { RegistrationForm } from './registration-form.tsx'

/** Registers a partner. Source: requirements API-051; decisions D-081. */
export function RegistrationPage() {
  const { application, referral } = useRequest()
  const [email, setEmail] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)
  if (application === undefined || isRefused) {
    const page =
      referral === undefined ? 'registration' : `registration/${encodeURIComponent(referral)}`
    return <StartAgain page={page} />
  }
  if (email !== null) return <MailSent email={email} />
  return (
    <RegistrationForm
      application={application}
      onDone={setEmail}
      onRefused={() => setRefused(true)}
    />
  )
}
