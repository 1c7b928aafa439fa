import { postPayoutConfirm } from '@partner-office/contracts'
import { Button, Card, CodeField } from '@partner-office/ui'
import { clockText, errorText, type Form, useForm, useSecondsUntil } from '@partner-office/web'
import { type ClipboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { WalletAddress } from '../../parts/address/wallet-address.tsx'
import { ATTEMPTS, attemptsAfter } from './payout-errors.ts'
import { type Confirmed, pastedCode, type PayoutOption, type PayoutState } from './payout-model.ts'
import { Summary } from './summary.tsx'

type CodeProps = {
  readonly option: PayoutOption
  readonly state: PayoutState
  readonly onBack: () => void
  readonly onConfirmed: (payout: Confirmed) => void
}

/** How long a code can confirm a payout. Source: requirements PAY-041. */
const CONFIRM_MS = 5 * 60_000

/** Step 3: the code that confirms the payout. Source: requirements PAY-040 to PAY-054, PAY-067, PAY-083. */
export function CodeStep({ option, state, onBack, onConfirmed }: CodeProps) {
  const { t } = useTranslation()
  const secondsLeft = useConfirmSeconds()
  const { form, code, setCode, attempts, error, paste, pasteText } = useCode(option, onConfirmed)
  const isOver = secondsLeft === 0
  const isClosed = isOver || attempts === 0
  return (
    <div className="grid payout-columns">
      <Card title={t('payout.enterCode')}>
        <p className="subdued">{t('payout.codeHint')}</p>
        <div onPasteCapture={isClosed ? undefined : pasteText}>
          <CodeField
            label={t('payout.code')}
            error={isOver ? t('payout.expired') : error}
            value={code}
            onChange={setCode}
            onComplete={(entered) => form.submit({ code: entered })}
            disabled={isClosed || form.isSending}
            autoFocus
          />
        </div>
        <TimeAndPaste secondsLeft={secondsLeft} isClosed={isClosed} onPaste={paste} />
        <div className="stack payout-to">
          <p className="label">{t('payout.toWallet')}</p>
          <WalletAddress address={state.wallet.trim()} />
        </div>
        <div className="in-row between wrap">
          <Button variant="ghost" icon="back" onClick={onBack}>
            {t('payout.back')}
          </Button>
          <p className="meta">{t('payout.nothingSent')}</p>
        </div>
      </Card>
      <Summary title={t('payout.sending')} option={option} state={state} />
    </div>
  )
}

type TimeProps = {
  readonly secondsLeft: number
  readonly isClosed: boolean
  readonly onPaste: () => void
}

function TimeAndPaste({ secondsLeft, isClosed, onPaste }: TimeProps) {
  const { t } = useTranslation()
  return (
    <div className="in-row between wrap">
      <p role="timer">
        <b className="digits">{clockText(secondsLeft)}</b>{' '}
        <span className="meta">{t('payout.toConfirm')}</span>
      </p>
      <Button variant="ghost" size="sm" icon="copy" disabled={isClosed} onClick={onPaste}>
        {t('payout.paste')}
      </Button>
    </div>
  )
}

/** Seconds until the code cannot confirm any more, from the moment the step opens. Source: requirements PAY-041. */
export function useConfirmSeconds(): number {
  const [until] = useState(() => Date.now() + CONFIRM_MS)
  return useSecondsUntil(until)
}

/** The entered code, the attempts that are left, and what is wrong. */
function useCode({ from }: PayoutOption, onConfirmed: CodeProps['onConfirmed']) {
  const { t } = useTranslation()
  const { api } = useOffice()
  const [code, setCode] = useState('')
  const [attempts, setAttempts] = useState(ATTEMPTS)
  const [notPasted, setNotPasted] = useState<string | null>(null)
  const form = useForm({
    fields: [],
    send: async ({ code: entered = '' }) => {
      const body = { code: entered, from }
      onConfirmed(await api.call('business', postPayoutConfirm, { body }))
    },
    onFailed: (error) => {
      setCode('')
      setAttempts((left) => attemptsAfter(error, left))
    },
  })
  const refused = useRefusedText(form, attempts)

  const take = (text: string): void => {
    const pasted = pastedCode(text)
    setNotPasted(pasted === null ? t('payout.pasteFailed') : null)
    if (pasted === null) return
    setCode(pasted)
    form.submit({ code: pasted })
  }
  return {
    form,
    code,
    setCode: (entered: string) => {
      setNotPasted(null)
      setCode(entered)
    },
    attempts,
    error: notPasted ?? refused,
    pasteText: (event: ClipboardEvent) => {
      event.preventDefault()
      take(event.clipboardData.getData('text'))
    },
    paste: () => {
      navigator.clipboard.readText().then(take, () => setNotPasted(t('payout.clipboardFailed')))
    },
  }
}

/** Source: requirements PAY-044, PAY-045, PAY-067. */
function useRefusedText({ codes: [code] }: Form, attempts: number): string | undefined {
  const { t, i18n } = useTranslation()
  if (code === undefined) return undefined
  if (attempts === 0) return t('payout.noAttempts')
  if (code === 'invalid_confirmation_code') return t('payout.wrongCode', { count: attempts })
  const key = `two_fa.${code}`
  return i18n.exists(key) ? (t as (name: string) => string)(key) : errorText(i18n, code)
}
