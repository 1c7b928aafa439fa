import { type ConsolePartner, postPersonalData } from '@partner-office/contracts'
import { Menu, MenuItem } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useSignedIn } from '../../lib/console.ts'
import { hasOneOf } from '../../lib/session.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'

type Opened = 'export' | 'erase'

/** Export and erasure of the personal data of a partner. Source: requirements PTR-012, PTR-013. */
export function PersonalDataMenu({ partner }: { readonly partner: ConsolePartner }) {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const [opened, setOpened] = useState<Opened | null>(null)
  if (!hasOneOf(operator.roles, postPersonalData.roles)) return null
  const shared = {
    id: partner.id,
    name: `${partner.firstName} ${partner.lastName}`,
    onClose: () => setOpened(null),
  }
  const items: readonly Opened[] = partner.erasedAt === null ? ['export', 'erase'] : ['export']
  return (
    <>
      <Menu look={{ variant: 'secondary' }} trigger={t('personalData.title')}>
        {items.map((item) => (
          <MenuItem
            key={item}
            render={(content) => (
              <button type="button" onClick={() => setOpened(item)}>
                {content}
              </button>
            )}
          >
            {t(`personalData.${item}`)}
          </MenuItem>
        ))}
      </Menu>
      {opened === 'export' && <ExportDialog {...shared} />}
      {opened === 'erase' && <EraseDialog {...shared} />}
    </>
  )
}
