import { getRegistrationCountries } from '@partner-office/contracts'
import { Button, SelectField } from '@partner-office/ui'
import type { Form } from '@partner-office/web'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../lib/address.ts'
import { usePassport } from '../lib/passport.ts'

/** The countries of the registration. The choice stays when the language changes. */
export function CountryField({ form, size = 'lg' }: { form: Form; size?: 'md' | 'lg' }) {
  const { t } = useTranslation()
  const { api } = usePassport()
  const language = useLocale()
  const countries = useQuery({
    queryKey: ['countries', language],
    queryFn: ({ signal }) =>
      api.call('passport', getRegistrationCountries, { query: { language }, signal }),
    placeholderData: keepPreviousData,
  })
  const again = (
    <Button size="sm" variant="ghost" icon="retry" onClick={() => void countries.refetch()}>
      {t('common.retry')}
    </Button>
  )
  return (
    <SelectField
      label={t('form.country')}
      name="country"
      autoComplete="country"
      size={size}
      required
      defaultValue=""
      action={countries.isError && again}
      error={countries.isError ? t('registration.countriesFailed') : form.errorOf('country')}
    >
      <option value="" disabled>
        {countries.isPending ? t('common.loading') : t('registration.chooseCountry')}
      </option>
      {countries.data?.map(({ code, label }) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}
