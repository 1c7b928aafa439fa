import { FilterInput } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

type NumberFilterProps = {
  readonly name: string
  readonly hint: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  /** Says what the button does; without one, that it filters. */
  readonly applyLabel?: string
}

/** A filter by the number of a partner, an order or a line. */
export function NumberFilter({ name, hint, value, onChange, applyLabel }: NumberFilterProps) {
  const { t } = useTranslation()
  return (
    <FilterInput
      name={name}
      hint={hint}
      value={value}
      maxLength={16}
      inputMode="numeric"
      pattern="[1-9][0-9]*"
      applyLabel={applyLabel ?? t('filters.apply')}
      clearLabel={t('filters.clear', { name })}
      onChange={onChange}
    />
  )
}
