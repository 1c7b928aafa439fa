import type { RankStatus } from '@partner-office/contracts'
import { Button } from '@partner-office/ui'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

const RuleDialog = lazy(async () => ({ default: (await import('./rule-dialog.tsx')).RuleDialog }))

/** Opens what the 50 % rule does to each leg; there is nothing to see before it does something. Source: requirements RNK-005, RNK-011, RNK-012. */
export function RuleButton({ status }: { status: RankStatus }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isLimited = status.topPartners.some(({ qualified }) => qualified)
  return (
    <>
      <Button
        size="sm"
        disabledReason={isLimited ? undefined : t('rule.nobody')}
        onClick={() => setOpen(true)}
      >
        {t('rule.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <RuleDialog status={status} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
