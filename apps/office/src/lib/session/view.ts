import { tabStorage } from '@partner-office/web'

import { Cookies } from './cookies.ts'

const KEY = 'view'
const TOKEN = 'access_token'

/** Whether a token is of a view in which an operator sees the office of a partner. Source: decisions D-174. */
export const isViewToken = (token: string): boolean => token.startsWith('view-')

/**
 * The cookies of a tab with a view. No other tab has its token, and no cookie of the browser changes. After the end of the view the
 * tab still knows that it was one, also when it is loaded again.
 */
export class ViewCookies extends Cookies {
  override read(name: string): string | null {
    return name === TOKEN ? tabStorage.read(KEY) || null : super.read(name)
  }

  override write(name: string, value: string): void {
    if (name === TOKEN) tabStorage.write(KEY, value)
  }

  override remove(name: string): void {
    if (name === TOKEN) tabStorage.write(KEY, '')
  }
}

/** The cookies of this tab, by the token in its address and by what it has kept. */
export function cookiesOf(product: string, tokenOfAddress: string | null): Cookies {
  const isView =
    tokenOfAddress === null ? tabStorage.read(KEY) !== null : isViewToken(tokenOfAddress)
  return isView ? new ViewCookies(product) : new Cookies(product)
}
