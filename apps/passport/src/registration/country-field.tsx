import { Button, SelectField } from '@partner-office/ui'
import type { Form } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { useCountries } from '../lib/use-countries.ts'

type CountryFieldProps = {
  readonly form: Form
  readonly size?: 'md' | 'lg'
  readonly country: string
  readonly onChange: (country: string) => void
}

/** The countries of the registration. The choice stays when the language changes. */
export function CountryField({ form, size = 'lg', country, onChange }: CountryFieldProps) {
  const { t } = useTranslation()
  const countries = useCountries()
  const isOffered = countries.data?.some(({ code }) => code === country) ?? false
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
      value={isOffered ? country : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
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
