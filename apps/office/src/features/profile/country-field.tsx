import { Button, SelectField } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useCountries } from './profile-api.ts'
import type { ProfileForm } from './use-profile-form.ts'

/** The country of the address; a stored country stays while the list cannot be read. Source: requirements PRF-020. */
export function CountryField({ page }: { readonly page: ProfileForm }) {
  const { t } = useTranslation()
  const countries = useCountries()
  const { countryId } = page.values
  const field = page.form.field('countryId')
  const listed = countries.data ?? []
  const isMissing = countryId !== '' && !listed.some(({ code }) => code === countryId)
  const again = (
    <Button size="sm" variant="ghost" icon="retry" onClick={() => void countries.refetch()}>
      {t('common.retry')}
    </Button>
  )
  return (
    <SelectField
      {...field}
      label={t('profile.countryId')}
      optional={t('profile.optional')}
      autoComplete="country"
      action={countries.isError && again}
      error={countries.isError ? t('profile.countriesFailed') : field.error}
    >
      <option value="">{t('profile.notGiven')}</option>
      {isMissing && <option value={countryId}>{countryId}</option>}
      {listed.map(({ code, label }) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}
