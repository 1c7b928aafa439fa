import { Button } from '@partner-office/ui'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Rule } from './rule.ts'

const RuleDialog = lazy(async () => ({ default: (await import('./rule-dialog.tsx')).RuleDialog }))

/** Opens the effect of the 50 % rule on each leg; disabled while the rule limits no leg. Source: requirements RNK-005, RNK-011, RNK-012. */
export function RuleButton({ rule }: { rule: Rule }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isLimited = rule.topPartners.some(({ qualified }) => qualified)
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
          <RuleDialog rule={rule} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
