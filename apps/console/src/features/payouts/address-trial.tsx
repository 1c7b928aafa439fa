import { type CallReply, type PayoutRoute, postAddressTrial } from '@partner-office/contracts'
import { Button, TextAreaField } from '@partner-office/ui'
import { StateMark } from '@partner-office/ui/console'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { ActNote } from '../../parts/act-note.tsx'

const MOST = 20

type TrialProps = { readonly route: PayoutRoute; readonly addressPattern: string }

/** Tries the address pattern of the form. Source: requirements PQU-014. */
export function AddressTrial({ route, addressPattern }: TrialProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const addresses = typed.split('\n').filter((line) => line !== '')
  const hint = t('payouts.trial.hint', { most: MOST })
  const trial = useTrial({ route, addressPattern }, addresses)
  return (
    <fieldset className="stack gap-3">
      <legend className="bold">{t('payouts.trial.title')}</legend>
      <TextAreaField
        label={t('payouts.trial.addresses')}
        hint={hint}
        value={typed}
        dir="ltr"
        rows={3}
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div>
        <Button
          size="sm"
          busy={trial.isPending}
          disabledReason={addresses.length > MOST ? hint : undefined}
          onClick={() => trial.mutate()}
        >
          {t('payouts.trial.button')}
        </Button>
      </div>
      <ActNote
        act={{ error: trial.error, isLookingUp: false }}
        notDone={t('payouts.trial.notDone')}
        roles={postAddressTrial.roles}
      />
      {trial.data !== undefined && <Result result={trial.data} />}
    </fieldset>
  )
}

/** Asks the service what a pattern accepts; it changes nothing. */
function useTrial({ route, addressPattern }: TrialProps, addresses: string[]) {
  const { api } = useConsole()
  const { payoutFrom, payoutTo } = route
  return useMutation({
    mutationFn: () =>
      api.call(postAddressTrial, { body: { payoutFrom, payoutTo, addressPattern, addresses } }),
  })
}

function Result({ result }: { readonly result: CallReply<typeof postAddressTrial> }) {
  const { t } = useTranslation()
  return (
    <div role="status" className="stack gap-1">
      <ul className="bullet-list">
        {result.addresses.map(({ address, isAccepted }, at) => (
          // An address may be typed twice.
          <li key={`${at} ${address}`}>
            <bdi className="mono">{address}</bdi>{' '}
            <StateMark state={isAccepted ? 'good' : 'bad'}>
              {t(isAccepted ? 'payouts.trial.accepted' : 'payouts.trial.refused')}
            </StateMark>
          </li>
        ))}
      </ul>
      <p>{t('payouts.trial.wallets', { count: result.wallets })}</p>
      <p>{t('payouts.trial.pending', { count: result.pending })}</p>
    </div>
  )
}
