import type { CallInput, postRegistration } from '@partner-office/contracts'
import {
  emailProblem,
  FormRefusal,
  isCountryCode,
  languageProblem,
  nameProblem,
  problemOf,
  requireFields,
} from '@partner-office/domain'

import { sendConfirmation } from '../mail/letters.ts'
import type { Passport } from '../passport.ts'
import { newPasswordProblem } from '../passwords/common-passwords.ts'
import { limitCalls } from '../sign-in/rate-limits.ts'
import { issueMailedToken, redeemMailedToken } from '../tokens/mailed-tokens.ts'

type Form = CallInput<typeof postRegistration>['body']

const REQUIRED = [
  'email',
  'password',
  'firstName',
  'lastName',
  'country',
  'language',
  'application',
] as const

/**
 * Registers a partner and mails a confirmation link. The account cannot sign in before the address is confirmed.
 *
 * Refuses: all invalid fields in one answer; then `not_unique` for the e-mail, `not_found` for the referral;
 * `too_many_requests`.
 * Source: api.md section 3; decisions D-081, D-106.
 */
export async function register(
  passport: Passport,
  form: Form,
  address: string,
): Promise<{ userId: number }> {
  requireFields(form, REQUIRED)
  await validateForm(passport, form)
  const { email, password, firstName, lastName, country: countryId, language } = form
  await limitCalls(passport, { purpose: 'registration', email, address })

  const passwordHash = await passport.passwords.hash(password)
  const referral = form.referral === '' ? null : form.referral
  const userId = await passport.business.register({
    email,
    passwordHash,
    firstName,
    lastName,
    countryId,
    language,
    referral,
  })
  const token = await issueMailedToken(passport, userId, 'confirm')
  await passport.background.run(() =>
    sendConfirmation(passport, { userId, email, language, token }),
  )
  return { userId }
}

async function validateForm({ business }: Passport, form: Form): Promise<void> {
  const isKnown = form.application === (await business.setting('product'))
  const barred = (await business.setting('registrationBarredCountries')).split(',')
  const isAvailable = isCountryCode(form.country) && !barred.includes(form.country)
  FormRefusal.refuseAny([
    ...problemOf('email', emailProblem(form.email)),
    ...problemOf('password', await newPasswordProblem(form.password)),
    ...problemOf('firstName', nameProblem(form.firstName)),
    ...problemOf('lastName', nameProblem(form.lastName)),
    ...problemOf('country', isAvailable ? null : 'country_not_available_for_registration'),
    ...problemOf('language', languageProblem(form.language)),
    ...problemOf('application', isKnown ? null : 'invalid_grant'),
  ])
}

/**
 * Confirms the e-mail address of a registration.
 *
 * Refuses: `not_found`.
 */
export async function confirmRegistration(passport: Passport, token: string): Promise<void> {
  await passport.core.database.transaction(async (tx) => {
    const userId = await redeemMailedToken(passport, tx, token, 'confirm')
    await tx
      .updateTable('passport.accounts')
      .set({ emailConfirmed: true })
      .where('userId', '=', userId)
      .where('closedAt', 'is', null)
      .execute()
  })
}
