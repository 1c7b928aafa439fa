import { type Role, ROLES } from '@partner-office/contracts'
import { Checkbox } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

type RoleBoxesProps = {
  readonly roles: readonly Role[]
  readonly onChange: (roles: readonly Role[]) => void
  readonly error?: string | undefined
}

/** The roles of an operator, each with what it may do. */
export function RoleBoxes({ roles, onChange, error }: RoleBoxesProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="role-boxes">
      <legend className="label">{t('operators.roles')}</legend>
      {ROLES.map((role, at) => (
        <Checkbox
          key={role}
          name={role}
          error={at === ROLES.length - 1 ? error : undefined}
          label={
            <>
              <span className="medium-weight">{t(`roles.${role}`)}</span>
              <span className="caption block">{t(`roles.about.${role}`)}</span>
            </>
          }
          checked={roles.includes(role)}
          onChange={({ target }) =>
            onChange(ROLES.filter((one) => (one === role ? target.checked : roles.includes(one))))
          }
        />
      ))}
    </fieldset>
  )
}
