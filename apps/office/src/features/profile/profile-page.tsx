import { useBlocker } from '@tanstack/react-router'

import { useProfile } from '../../lib/session/profile.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { PhotoSection } from './photo/photo-section.tsx'
import { ProfileFrame } from './profile-frame.tsx'
import {
  ContactsSection,
  DetailsSection,
  JobSection,
  LocationSection,
  MoreSection,
} from './profile-sections.tsx'
import { SaveBar } from './save-bar.tsx'
import { type ProfileForm, useProfileForm } from './use-profile-form.ts'

/** Who the partner is and how the partner is reached. Source: requirements PRF-001, PRF-002. */
export function ProfilePage() {
  const profile = useProfile()
  const page = useProfileForm(profile)
  return (
    <ProfileFrame shown="general">
      <PhotoSection profile={profile} />
      <form {...page.form.props} className="stack gap-5">
        <DetailsSection page={page} />
        <JobSection page={page} />
        <LocationSection page={page} />
        <ContactsSection page={page} />
        <MoreSection page={page} />
        <SaveBar page={page} />
      </form>
      <UnsavedGuard page={page} />
    </ProfileFrame>
  )
}

/** Asks before a page with unsaved changes is left. */
function UnsavedGuard({ page }: { readonly page: ProfileForm }) {
  const isDirty = page.changed > 0
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const leave = () => {
    page.discard()
    blocker.proceed()
  }
  return <LeaveDialog onStay={blocker.reset} onLeave={leave} />
}
