import { passwordProblem, type RefusalCode } from '@partner-office/domain'

let common: Promise<ReadonlySet<string>> | null = null

/**
 * The problem of a new password, or null: it has a fitting length and is none of the most common ones, in any case of its
 * letters. The list is read at its first use.
 *
 * Source: NIST SP 800-63B section 3.1.1.2.
 */
export async function newPasswordProblem(password: string): Promise<RefusalCode | null> {
  return (
    passwordProblem(password) ?? ((await isCommon(password)) ? 'invalid_password_format' : null)
  )
}

async function isCommon(password: string): Promise<boolean> {
  common ??= readCommon()
  return (await common).has(password.toLowerCase())
}

async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
