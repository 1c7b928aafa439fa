import { ROLES } from '@partner-office/contracts'
import { KeyValues, Switch } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { useSignedIn } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { Page } from '../../shell/page.tsx'
import { useRoleNames } from '../../shell/role-names.ts'
import { useSingleKeys } from '../../shell/single-keys.ts'
import { FactorsBox } from './factors-box.tsx'
import { PasswordBox } from './password-box.tsx'
import { SessionsBox } from './sessions-box.tsx'

/** The own account: roles, password, second factors, sessions, keys. Source: requirements OPR-025. */
export function MePage() {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  return (
    <Page title={t('me.title')} roles={ROLES} state={<bdi className="muted">{operator.email}</bdi>}>
      <div className="me-columns">
        <div className="me-column">
          <AccountBox />
          <PasswordBox />
        </div>
        <div className="me-column">
          <FactorsBox />
          <SessionsBox />
        </div>
      </div>
    </Page>
  )
}

function AccountBox() {
  const { t } = useTranslation()
  const { operator, endsAt } = useSignedIn()
  const roleNames = useRoleNames()
  const [areKeysOn, setKeys] = useSingleKeys()
  return (
    <Box title={t('me.account')}>
      <KeyValues
        items={[
          { label: t('operators.email'), value: <bdi>{operator.email}</bdi> },
          { label: t('operators.roles'), value: roleNames(operator.roles) },
          { label: t('me.endsAt'), value: <Instant at={endsAt} /> },
        ]}
      />
      <Switch
        label={t('keys.single')}
        checked={areKeysOn}
        onChange={({ target }) => setKeys(target.checked)}
      />
    </Box>
  )
}
