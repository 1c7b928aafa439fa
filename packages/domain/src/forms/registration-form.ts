import type { FieldProblem, RefusalCode } from '../refusal.ts'
import { emailProblem, nameProblem, problemOf } from './form-checks.ts'
import { passwordProblem } from './password.ts'

/** What a visitor enters to sign up. */
export type RegistrationForm = Readonly<
  Partial<Record<'firstName' | 'lastName' | 'email' | 'country' | 'password', string | undefined>>
>

/**
 * Returns every problem of a registration that can be seen without asking a server.
 *
 * Source: api.md section 3, `POST /v1/registration`.
 */
export function registrationProblems(form: RegistrationForm): FieldProblem[] {
  return [
    ...problemOf('firstName', filledProblem(form.firstName, nameProblem)),
    ...problemOf('lastName', filledProblem(form.lastName, nameProblem)),
    ...problemOf('email', filledProblem(form.email, emailProblem)),
    ...problemOf('country', filledProblem(form.country)),
    ...problemOf('password', filledProblem(form.password, passwordProblem)),
  ]
}

function filledProblem(
  value: string | undefined,
  problem: (value: string) => RefusalCode | null = () => null,
): RefusalCode | null {
  return value === undefined || value.trim() === '' ? 'required' : problem(value)
}
