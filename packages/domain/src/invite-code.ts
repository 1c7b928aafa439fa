/** Digits and letters of new invite codes: no two look alike, also in lower case, and no vowels spell words. */
export const INVITE_CODE_SIGNS = '3479CDFGHJKMNPQRTWXY'

/** Length of new invite codes: 25 billion codes, short enough to be read out. */
export const INVITE_CODE_LENGTH = 8

/**
 * Reads an invite code as it arrives: in an address, a cookie, a form or a call. Drops everything but letters and digits,
 * because mails and messengers add points, brackets or slashes, and people add spaces and hyphens; wide letters of East
 * Asian keyboards become plain ones. Keeps the case: codes of earlier releases may differ only in it. Empty for no code.
 *
 * Source: decisions D-006, C11.28.
 */
export const readInviteCode = (text: string): string =>
  text.normalize('NFKC').replaceAll(/[^A-Za-z0-9]/g, '')
