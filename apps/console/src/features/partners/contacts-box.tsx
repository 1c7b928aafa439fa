import { type ConsolePartner, getPartner, postPartnerContacts } from '@partner-office/contracts'
import { Button, KeyValues } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'

const CONTACTS = [
  'email',
  'phone',
  'mobile',
  'telegram',
  'whatsapp',
  'skype',
  'viber',
  'wechat',
  'facebook',
  'instagram',
  'site',
  'address1',
  'address2',
  'zip',
  'city',
] as const

type ContactsBoxProps = { readonly partner: ConsolePartner }

/** The contacts of a partner, masked until a reason is given. Source: requirements PTR-010. */
export function ContactsBox({ partner: { id, contacts, contactsUntil } }: ContactsBoxProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const needsRole = useNeedsRole(postPartnerContacts.roles)
  const given = CONTACTS.filter((name) => contacts[name] !== undefined)
  return (
    <Box
      title={t('partners.contacts')}
      detail={
        contactsUntil !== null && (
          <>
            {t('partners.shownUntil')} <Instant at={contactsUntil} isExact />
          </>
        )
      }
      actions={
        contactsUntil === null && (
          <Button size="sm" disabledReason={needsRole} onClick={() => setAsking(true)}>
            {t('partners.showContacts')}
          </Button>
        )
      }
    >
      <KeyValues
        items={given.map((name) => ({
          label: t(`partners.contactNames.${name}`),
          value: <bdi>{contacts[name]}</bdi>,
        }))}
      />
      {isAsking && <ShowDialog id={String(id)} onClose={() => setAsking(false)} />}
    </Box>
  )
}

type ShowDialogProps = { readonly id: string; readonly onClose: () => void }

function ShowDialog({ id, onClose }: ShowDialogProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  return (
    <ReasonDialog
      title={t('partners.showContacts')}
      hint={t('partners.showHint')}
      button={t('partners.showContacts')}
      notDone={t('partners.notShown')}
      roles={postPartnerContacts.roles}
      send={(reason) => api.call(postPartnerContacts, { params: { id }, body: { reason } })}
      lookUp={async () => {
        const found = await api.call(getPartner, { params: { id } })
        return found.contactsUntil === null ? null : found
      }}
      onDone={() => void queries.invalidateQueries({ queryKey: [getPartner.path] })}
      onClose={onClose}
    />
  )
}
