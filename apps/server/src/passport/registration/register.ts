import type { CallInput, postRegistration } from '@partner-office/contracts'
import {
  type FieldProblem,
  FormRefusal,
  isCountryCode,
  languageProblem,
  problemOf,
  type RefusalCode,
  registrationProblems,
} from '@partner-office/domain'

import { confirmAddress } from '../accounts/accounts.ts'
import { sendConfirmation } from '../mail/letters.ts'
import type { Passport } from '../passport.ts'
import { newPasswordProblem } from '../../proofs/common-passwords.ts'
import { limitCalls } from '../sign-in/rate-limits.ts'
import { issueMailedToken, redeemMailedToken, requireMailedToken } from '../tokens/mailed-tokens.ts'

type Form = CallInput<typeof postRegistration>['body']

/**
 * Stores a registration and mails a confirmation link. Before the address is confirmed there is no partner, and the account
 * cannot sign in.
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
  await validateForm(passport, form)
  const { email, password, firstName, lastName, country: countryId, language } = form
  await limitCalls(passport, { purpose: 'registration', email, address })

  const passwordHash = await passport.passwords.hash(password)
  const referral = form.referral === '' ? null : form.referral
  const registrant = { email, passwordHash, firstName, lastName, countryId, language, referral }
  let token = ''
  const userId = await passport.business.register(registrant, async (tx, id) => {
    token = await issueMailedToken(passport, tx, { userId: id, purpose: 'confirm', address: email })
  })
  await passport.background.run(() =>
    sendConfirmation(passport, { userId, email, language, token }),
  )
  return { userId }
}

async function validateForm({ business }: Passport, form: Form): Promise<void> {
  const isKnown = form.application === (await business.setting('product'))
  const barred = (await business.setting('registrationBarredCountries')).split(',')
  const isAvailable = isCountryCode(form.country) && !barred.includes(form.country)
  const problems = registrationProblems(form)
  const further = [
    ...problemOf('password', await newPasswordProblem(form.password)),
    ...problemOf('country', isAvailable ? null : 'country_not_available_for_registration'),
    ...problemOf('language', form.language === '' ? 'required' : languageProblem(form.language)),
    ...problemOf('application', applicationProblem(form.application, isKnown)),
  ]
  const isNew = ({ field }: FieldProblem) => !problems.some((known) => known.field === field)
  FormRefusal.refuseAny([...problems, ...further.filter(isNew)])
}

function applicationProblem(application: string, isKnown: boolean): RefusalCode | null {
  if (application === '') return 'required'
  return isKnown ? null : 'invalid_grant'
}

/**
 * Confirms the e-mail address of a registration, which makes it a partner.
 *
 * Refuses: `not_found`.
 */
export async function confirmRegistration(passport: Passport, token: string): Promise<void> {
  const { core, business } = passport
  // Guessed tokens end here, before the lock that every writer of facts waits for.
  const userId = await requireMailedToken(passport, core.database.read, token, 'confirm')
  await business.enroll(userId, async (tx) => {
    await redeemMailedToken(passport, tx, token, 'confirm')
    await confirmAddress(tx, userId)
  })
}
