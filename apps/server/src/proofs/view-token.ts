import { newToken } from './secret-token.ts'

/** Tells tokens of views from those of partners before any look-up. */
const PREFIX = 'view-'

/** A new token of a view. */
export const newViewToken = (): string => PREFIX + newToken()

/** Whether a token is of a view; it may have ended. */
export const isViewToken = (token: string): boolean => token.startsWith(PREFIX)

/** Whether a call comes with the token of a view. Source: decisions D-174. */
export const isOfView = (authorization: string | undefined): boolean =>
  /^bearer view-/i.test(authorization ?? '')
