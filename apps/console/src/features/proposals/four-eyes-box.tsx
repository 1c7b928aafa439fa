import { Button } from '@partner-office/ui'
import { Box, StateMark } from '@partner-office/ui/console'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FOUR_EYES } from '../../lib/anchors.ts'
import { useSignedIn } from '../../lib/console.ts'
import { PROPOSING } from '../../lib/proposal-roles.ts'
import { hasOneOf } from '../../lib/session.ts'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { useProposed } from '../../parts/use-proposed.ts'

/** Whether acts need a second operator, and the setting that says so. Source: requirements APR-014. */
export function FourEyesBox() {
  const { t } = useTranslation()
  const { fourEyes, operator } = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const onDone = useProposed(close)
  const turn = fourEyes ? t('fourEyes.turnOff') : t('fourEyes.turnOn')
  return (
    <div id={FOUR_EYES}>
      <Box
        title={t('fourEyes.title')}
        detail={
          <StateMark state={fourEyes ? 'good' : 'attention'}>
            {fourEyes ? t('fourEyes.isOn') : t('fourEyes.isOff')}
          </StateMark>
        }
        actions={
          hasOneOf(operator.roles, PROPOSING) && (
            <Button size="sm" onClick={() => setOpen(true)}>
              {turn}
            </Button>
          )
        }
      >
        <p className="subdued">{fourEyes ? t('fourEyes.onText') : t('fourEyes.offText')}</p>
      </Box>
      {isOpen && (
        <ProposeDialog
          title={turn}
          proposed={{
            kind: 'setting',
            object: 'fourEyes',
            values: { value: fourEyes ? 'FALSE' : 'TRUE' },
          }}
          onDone={onDone}
          onClose={close}
        />
      )}
    </div>
  )
}
