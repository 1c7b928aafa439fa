import { Button, Note } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import type { ProfileForm } from './use-profile-form.ts'

/** The one button that saves all sections, and what it would save. Source: requirements PRF-002 to PRF-004. */
export function SaveBar({ page }: { readonly page: ProfileForm }) {
  const { t } = useTranslation()
  const { changed, wrong, form, discard } = page
  return (
    <>
      {page.isOutdated && <Outdated readNewest={page.readNewest} />}
      <div className="save-bar">
        <span className="grow subdued">
          {changed === 0 ? t('profile.unchanged') : t('profile.changes', { count: changed })}
          {wrong > 0 && <span className="error">{t('profile.wrong', { count: wrong })}</span>}
        </span>
        <div className="save-bar-actions">
          <Button variant="ghost" disabled={changed === 0 || form.isSending} onClick={discard}>
            {t('profile.discard')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={changed === 0 || form.isSending}
            busy={form.isSending}
            busyLabel={t('profile.saving')}
          >
            {t('profile.save')}
          </Button>
        </div>
      </div>
    </>
  )
}

/** Stays until the newest values are shown: the reader has something to do. */
function Outdated({ readNewest }: Pick<ProfileForm, 'readNewest'>) {
  const { t } = useTranslation()
  const action = (
    <Button size="sm" onClick={readNewest}>
      {t('common.readNewest')}
    </Button>
  )
  return (
    <Note tone="orange" live action={action}>
      {t('errors.changed_meanwhile')}
    </Note>
  )
}
