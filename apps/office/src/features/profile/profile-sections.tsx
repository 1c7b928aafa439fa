import { POSITIONS, type ProfileText, SEXES } from '@partner-office/domain'
import { SelectField, Switch, TextAreaField, TextField } from '@partner-office/ui'
import type { ParseKeys } from 'i18next'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'

import { DateInput } from '../../parts/dates/date-input.tsx'
import { AddressField } from './address/address-field.tsx'
import { CountryField } from './country-field.tsx'
import type { ProfileForm } from './use-profile-form.ts'

type SectionProps = { readonly page: ProfileForm }

type FrameProps = {
  readonly title: ParseKeys
  readonly text: ParseKeys
  readonly children: ReactNode
}

/** Heading and explanation beside a card with fields. */
export function Section({ title, text, children }: FrameProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section className="profile-section" aria-labelledby={id}>
      <div className="stack gap-1">
        <h2 className="heading-2" id={id}>
          {t(title)}
        </h2>
        <p className="meta">{t(text)}</p>
      </div>
      <div className="card">{children}</div>
    </section>
  )
}

type TextProps = SectionProps & {
  readonly name: ProfileText
  readonly isRequired?: boolean
} & Pick<ComponentProps<typeof TextField>, 'type' | 'autoComplete' | 'hint' | 'inputMode'>

/** One line of the profile. */
function Text({ page, name, isRequired = false, ...native }: TextProps) {
  const { t } = useTranslation()
  return (
    <TextField
      {...native}
      {...page.form.field(name)}
      label={t(`profile.${name}`)}
      {...(isRequired ? { required: true } : { optional: t('profile.optional') })}
    />
  )
}

type ChoiceProps = SectionProps & {
  readonly name: 'sex' | 'position'
  readonly choices: readonly { readonly value: string; readonly text: string }[]
}

/** A choice that may stay open. */
function Choice({ page, name, choices }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <SelectField
      {...page.form.field(name)}
      label={t(`profile.${name}`)}
      optional={t('profile.optional')}
    >
      <option value="">{t('profile.notGiven')}</option>
      {choices.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}

/** Names, sex and day of birth. Source: requirements PRF-010, PRF-011, PRF-016, PRF-017. */
export function DetailsSection({ page }: SectionProps) {
  const { t } = useTranslation()
  const sexes = SEXES.map((value) => ({ value, text: t(`profile.sex.${value}`) }))
  return (
    <Section title="profile.details" text="profile.detailsText">
      <div className="profile-fields">
        <Text page={page} name="firstName" isRequired autoComplete="given-name" />
        <Text page={page} name="lastName" isRequired autoComplete="family-name" />
        <Choice page={page} name="sex" choices={sexes} />
        <DateInput
          label={t('profile.birthdate')}
          optional={t('profile.optional')}
          value={page.values.birthdate}
          error={page.form.errorOf('birthdate')}
          autoComplete="bday"
          onChange={(birthdate) => page.form.change({ birthdate })}
        />
      </div>
    </Section>
  )
}

/** Source: requirements PRF-013, PRF-019. */
export function JobSection({ page }: SectionProps) {
  const { t } = useTranslation()
  const positions = POSITIONS.map((value) => ({
    value,
    text: t(`profile.position.${value === 'job seeker' ? 'jobSeeker' : value}`),
  }))
  return (
    <Section title="profile.job" text="profile.jobText">
      <div className="profile-fields">
        <Choice page={page} name="position" choices={positions} />
        <Text
          page={page}
          name="site"
          inputMode="url"
          autoComplete="url"
          hint={t('profile.siteHint')}
        />
      </div>
    </Section>
  )
}

/** Source: requirements PRF-020 to PRF-022. */
export function LocationSection({ page }: SectionProps) {
  return (
    <Section title="profile.location" text="profile.locationText">
      <div className="profile-fields">
        <AddressField page={page} />
        <CountryField page={page} />
        <Text page={page} name="city" autoComplete="address-level2" />
        <Text page={page} name="zip" autoComplete="postal-code" />
        <Text page={page} name="address2" autoComplete="address-line2" />
      </div>
    </Section>
  )
}

/** Source: requirements PRF-012, PRF-014; decisions D-073. */
export function ContactsSection({ page }: SectionProps) {
  const { t } = useTranslation()
  return (
    <Section title="profile.contacts" text="profile.contactsText">
      <div className="profile-fields">
        <Text page={page} name="phone" type="tel" autoComplete="tel" />
        <Text page={page} name="mobile" type="tel" autoComplete="mobile tel" />
        <Text page={page} name="telegram" />
        <Text page={page} name="whatsapp" />
        <Text page={page} name="viber" />
        <Text page={page} name="wechat" />
        <Text page={page} name="skype" />
        <Text page={page} name="instagram" />
        <Text page={page} name="facebook" inputMode="url" hint={t('profile.facebookHint')} />
      </div>
      <Switch
        label={
          <>
            {t('profile.hideContacts')}
            <span className="meta block">{t('profile.hideContactsText')}</span>
          </>
        }
        checked={page.values.hideContacts}
        onChange={({ target }) => page.setHideContacts(target.checked)}
      />
    </Section>
  )
}

/** Additional information. */
export function MoreSection({ page }: SectionProps) {
  const { t } = useTranslation()
  return (
    <Section title="profile.more" text="profile.moreText">
      <TextAreaField
        {...page.form.field('comment')}
        label={t('profile.comment')}
        optional={t('profile.optional')}
      />
    </Section>
  )
}
