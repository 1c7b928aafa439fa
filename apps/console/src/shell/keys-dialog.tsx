import { Dialog, Switch } from '@partner-office/ui'
import { KeyList, useKeyList } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { useSingleKeys } from './single-keys.ts'

/** What each key of the page does, and a switch for those without Ctrl. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const [areOn, set] = useSingleKeys()
  const bindings = useKeyList()
  return (
    <Dialog title={t('keys.title')} closeLabel={t('common.close')} onClose={onClose}>
      <div className="stack gap-4">
        <Switch
          label={t('keys.single')}
          checked={areOn}
          onChange={({ target }) => set(target.checked)}
        />
        <KeyList bindings={bindings} then={t('keys.then')} mod={t('keys.mod')} />
      </div>
    </Dialog>
  )
}
