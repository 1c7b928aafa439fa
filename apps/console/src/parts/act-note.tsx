import type { Role } from '@partner-office/contracts'
import { Note } from '@partner-office/ui'
import { CallFailed } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { codeText } from '../lib/code-text.ts'
import type { Act } from '../lib/use-act.ts'
import { useRoleNames } from '../shell/role-names.ts'

type ActNoteProps = {
  readonly act: Pick<Act<never>, 'error' | 'isLookingUp'>
  /** What was not done: "The proposal was not approved." */
  readonly notDone: string
  /** The roles that may do it. */
  readonly roles: readonly Role[]
}

/** In the place of a button: what was not done and why, or that its answer is looked up. Source: requirements SCR-008. */
export function ActNote({ act, notDone, roles }: ActNoteProps) {
  const { t } = useTranslation()
  if (act.isLookingUp) {
    return (
      <Note tone="orange" icon="clock" live>
        {t('act.lookingUp')}
      </Note>
    )
  }
  if (act.error === null) return null
  return (
    <Note tone="red" live>
      <b>{notDone}</b> <Why error={act.error} roles={roles} />
    </Note>
  )
}

function Why({ error, roles }: { readonly error: Error; readonly roles: readonly Role[] }) {
  const { t, i18n } = useTranslation()
  const roleNames = useRoleNames()
  if (!(error instanceof CallFailed)) return codeText(i18n, 'internal_server_error')
  if (error.code === 'access_denied') {
    return t('act.needsRole', { roles: roleNames(roles, 'any') })
  }
  const [{ errors: details }] = error.answer.errors
  return (
    <>
      {codeText(i18n, error.code)}
      {details !== null && details.length > 0 && (
        <ul className="bullet-list">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
    </>
  )
}
