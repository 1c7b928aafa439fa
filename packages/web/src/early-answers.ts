declare global {
  /** Answers to calls that `start.js` sent while the app was loading, by method, address, authorization and body. */
  var earlyAnswers: Map<string, Promise<Response>> | undefined
}

type Call = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: BodyInit
}

/** Returns the early answer to exactly this call, once; null for any other call. */
export function takeEarly(url: string, call: Call): Promise<Response> | null {
  const { method = 'GET', headers = {}, body = '' } = call
  const key = [method, url, headers['authorization'] ?? '', body].join(' ')
  const answer = globalThis.earlyAnswers?.get(key) ?? null
  globalThis.earlyAnswers?.delete(key)
  return answer
}

/** Forgets the early answers that the start of the app did not need: later they would be out of date. */
export function dropEarly(): void {
  globalThis.earlyAnswers = undefined
}
