import { Button } from '@partner-office/ui'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

type NextProps = {
  /** Why the wizard cannot go on. */
  readonly stop: string | undefined
  readonly isSending?: boolean
  /** Without it the button sends its form. */
  readonly onClick?: () => void
}

/** Goes on to the next step; a button that cannot be pressed has its reason beside it. Source: requirements PAY-017 to PAY-019, PAY-027. */
export function NextButton({ stop, isSending = false, onClick }: NextProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="payout-next">
      {stop !== undefined && (
        <p className="meta" id={id}>
          {stop}
        </p>
      )}
      <Button
        type={onClick === undefined ? 'submit' : 'button'}
        variant="primary"
        size="lg"
        disabled={stop !== undefined || isSending}
        aria-describedby={stop === undefined ? undefined : id}
        busy={isSending}
        busyLabel={t('common.loading')}
        onClick={onClick}
      >
        {t('payout.next')}
      </Button>
    </div>
  )
}
