const YEAR_S = 31_536_000

/** The cookies of this product: each name begins with the name of the product. Source: requirements CKI-001 to CKI-005; decisions D-116. */
export class Cookies {
  readonly #product: string

  constructor(product: string) {
    this.#product = product
  }

  /** Reads a cookie; null without such a cookie or with a value that cannot be decoded. */
  read(name: string): string | null {
    const start = `${this.#product}_${name}=`
    const cookie = allCookies().find((text) => text.startsWith(start))
    return cookie === undefined ? null : decoded(cookie.slice(start.length))
  }

  /** Writes a cookie, unless the browser forbids cookies. Units: seconds. */
  write(name: string, value: string, maxAge: number = YEAR_S): void {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    const pair = `${this.#product}_${name}=${encodeURIComponent(value)}`
    try {
      document.cookie = `${pair}; Path=/; SameSite=Lax; Max-Age=${maxAge}${secure}`
    } catch {
      // The page works without it; a session does not outlive the page.
    }
  }

  remove(name: string): void {
    this.write(name, '', 0)
  }
}

function allCookies(): readonly string[] {
  try {
    return document.cookie.split('; ')
  } catch {
    return []
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
