import { readInviteCode } from '@partner-office/domain'

type LandingAddress = {
  /** Null in the address without a language. */
  readonly locale: string | null
  /** The invite code in it; null on the home page. */
  readonly referral: string | null
}

/** What the address of a public page names. */
export function landingAt(pathname: string): LandingAddress {
  const [, locale, , referral] = pathname.split('/')
  return { locale: locale || null, referral: referral ? readInviteCode(decoded(referral)) : null }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
