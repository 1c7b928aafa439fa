import { Icon } from '@partner-office/ui'
import type { ParseKeys } from 'i18next'
import { type ReactNode, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { AmountStep } from './amount-step.tsx'
import { Blockers, useLines } from './blockers.tsx'
import { ChooseStep } from './choose-step.tsx'
import { CodeStep } from './code-step.tsx'
import { FinishStep } from './finish-step.tsx'
import {
  type Confirmed,
  type PayoutOption,
  payoutOptions,
  payoutState,
  type Step,
  STEPS,
} from './payout-model.ts'
import { type PayoutPage, useForgetMoney, useMainWallet } from './use-payout-page.ts'
import { useStepOpened } from './use-step-opened.ts'

type WizardProps = {
  readonly data: PayoutPage
  /** Reads balances and limits again for the next payout. */
  readonly onDone: () => void
}

/** The steps of a payout: which one is shown, and what was entered so far. Source: requirements PAY-001, PAY-002. */
export function PayoutWizard({ data, onDone }: WizardProps) {
  const [step, setStep] = useState<Step>(STEPS.choose)
  const [chosen, setChosen] = useState<string | null>(null)
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)
  const { wallet, transfer, setWallet, setTransfer, forget } = useEntered()
  const options = useOptions(data)
  const option = options.find(({ id }) => id === chosen)
  const shownOption = option ?? options[0]
  const lines = useLines({ data, option: shownOption })
  const heading = useStepOpened(step)
  const forgetMoney = useForgetMoney()

  const again = () => {
    onDone()
    forget()
    setStep(STEPS.choose)
  }
  if (step === STEPS.finish && confirmed !== null && option !== undefined) {
    return <FinishStep heading={heading} payout={confirmed} option={option} onAgain={again} />
  }
  if (option === undefined || step <= STEPS.choose) {
    return (
      <Steps step={STEPS.choose} heading={heading}>
        <div className="grid payout-columns">
          <ChooseStep
            lines={lines}
            options={options}
            chosen={option}
            onChoose={({ id }) => setChosen(id)}
            onNext={() => setStep(STEPS.amount)}
          />
          <Blockers lines={lines} standing={data.standing} option={shownOption} />
        </div>
      </Steps>
    )
  }
  const { minUltimaRate } = data
  const state = payoutState(option, { step, wallet, transfer, minUltimaRate })
  const shown = { option, state }
  return (
    <Steps step={step} heading={heading}>
      {step === STEPS.amount ? (
        <AmountStep
          {...shown}
          standing={data.standing}
          onWallet={setWallet}
          onTransfer={setTransfer}
          onBack={() => setStep(STEPS.choose)}
          onNext={() => setStep(STEPS.confirm)}
        />
      ) : (
        <CodeStep
          {...shown}
          onBack={() => setStep(STEPS.amount)}
          onConfirmed={(answer) => {
            setConfirmed(answer)
            setStep(STEPS.finish)
            forgetMoney()
          }}
        />
      )}
    </Steps>
  )
}

/** Wallet and amount as entered; the wallet begins with the approved main wallet. Source: decisions D-124. */
function useEntered() {
  const mainWallet = useMainWallet()
  const [wallet, setWallet] = useState<string | null>(null)
  const [transfer, setTransfer] = useState('')
  const forget = () => {
    setWallet(null)
    setTransfer('')
  }
  return { wallet: wallet ?? mainWallet, transfer, setWallet, setTransfer, forget }
}

function useOptions(data: PayoutPage): readonly PayoutOption[] {
  const { t } = useTranslation()
  const isVerified = data.verifications.some(
    ({ documentType, status }) => documentType === 'PASSPORT' && status === 'APPROVED',
  )
  return payoutOptions({ ...data, isVerified }, (coin) => t('payout.route', { coin }))
}

type StepsProps = {
  readonly step: Step
  /** The heading of the step. */
  readonly heading: RefObject<HTMLHeadingElement | null>
}

function Steps({ children, ...shown }: StepsProps & { readonly children: ReactNode }) {
  return (
    <div className="payout">
      <Stepper {...shown} />
      {children}
    </div>
  )
}

const TITLES = ['payout.choose', 'payout.amount', 'payout.confirm'] as const satisfies ParseKeys[]

/** The steps; the title of the current one is its heading. Source: requirements PAY-001. */
function Stepper({ step, heading }: StepsProps) {
  const { t } = useTranslation()
  return (
    <ol className="payout-stepper" aria-label={t('payout.steps')}>
      {TITLES.map((title, index) => {
        const number = index + 1
        const isCurrent = number === step
        return (
          <li
            key={title}
            className={number < step ? 'is-done' : undefined}
            aria-current={isCurrent ? 'step' : undefined}
          >
            <i>{number < step ? <Icon name="check" size={14} /> : number}</i>
            {isCurrent ? (
              <h2 ref={heading} tabIndex={-1}>
                {t(title)}
              </h2>
            ) : (
              <span>{t(title)}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
