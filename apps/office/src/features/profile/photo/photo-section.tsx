import type { Profile } from '@partner-office/contracts'
import { Avatar, Button } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../../lib/session/profile.ts'
import { Section } from '../profile-sections.tsx'
import { PhotoDialog } from './photo-dialog.tsx'
import { useGravatar } from './photo-api.ts'

/** The picture of the partner, and two ways to change it. */
export function PhotoSection({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const gravatar = useGravatar()
  return (
    <Section title="photo.title" text="photo.text">
      <div className="in-row wrap gap-4">
        <Avatar name={fullNameOf(profile)} src={profile.avatar} size="large" />
        <Button icon="camera" onClick={() => setOpen(true)}>
          {t('photo.upload')}
        </Button>
        <Button
          variant="ghost"
          busy={gravatar.isPending}
          busyLabel={t('photo.gravatar')}
          onClick={() => gravatar.mutate()}
        >
          {t('photo.gravatar')}
        </Button>
      </div>
      {isOpen && <PhotoDialog onClose={() => setOpen(false)} />}
    </Section>
  )
}
