import { type ReactNode, useState } from 'react'

import type { Credentials, SecondFactor, SignIn } from '../lib/credentials.ts'
import { CodeStep } from './code-step.tsx'
import { PasswordStep } from './password-step.tsx'

type LoginStepsProps = {
  /** What the visitor signs in for. */
  readonly lead: ReactNode
  readonly signIn: SignIn
  /** The service refused the application or the way back in the address of the page. */
  readonly onRefused: () => void
}

type Asked = { readonly credentials: Credentials; readonly factor: SecondFactor }

/** Asks for the password or a passkey, then for the second factor if the account has one. */
export function LoginSteps({ lead, signIn, onRefused }: LoginStepsProps) {
  const [email, setEmail] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  if (asked !== null) {
    return <CodeStep {...asked} signIn={signIn} onBack={() => setAsked(null)} />
  }
  return (
    <PasswordStep
      email={email}
      lead={lead}
      signIn={signIn}
      onSecondFactor={(credentials, factor) => {
        setEmail(credentials.email)
        setAsked({ credentials, factor })
      }}
      onRefused={onRefused}
    />
  )
}
