const CARRIED = /^[\x21-\x7e]+$/

/** The headers that carry a token; none without one, or for the text of a damaged cookie that no header can carry. */
export const bearer = (token: string | null): Readonly<Record<string, string>> =>
  token !== null && CARRIED.test(token) ? { authorization: `Bearer ${token}` } : {}
