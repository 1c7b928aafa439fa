import type { HeldAmount } from '@partner-office/contracts'
import { Dialog } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { HoldList } from './hold-list.tsx'

type DialogProps = { readonly holds: readonly HeldAmount[]; readonly onClose: () => void }

/** The holds of a balance in a window. */
export function HoldsDialog({ holds, onClose }: DialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('hold.title')}
      hint={t('hold.hint')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <HoldList holds={holds} />
    </Dialog>
  )
}
