import { SelectField } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { ACCOUNTS } from './accounts.ts'

type AccountFieldProps = {
  readonly account: string
  readonly onChange: (account: string) => void
}

/** One of a partner's accounts. */
export function AccountField({ account, onChange }: AccountFieldProps) {
  const { t } = useTranslation()
  return (
    <SelectField
      label={t('adjustments.account')}
      value={account}
      onChange={({ target }) => onChange(target.value)}
    >
      {ACCOUNTS.map(({ name, currency }) => (
        <option key={name} value={name}>
          {`${currency} · ${name}`}
        </option>
      ))}
    </SelectField>
  )
}
