type Upload = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: FormData
  /** Receives the share of the form that was sent. Units: 0 to 1. */
  readonly onSent: (share: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends a form like `fetch` and reports how much of it was sent, which `fetch` cannot.
 *
 * Refuses: as `fetch` does, with the reason of the signal or a TypeError.
 */
export function upload(
  url: string,
  { method, headers, body, onSent, signal }: Upload,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'blob'
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onSent(loaded / total)
    })
    request.addEventListener('load', () => resolve(responseOf(request)))
    request.addEventListener('error', () => reject(new TypeError('the upload failed')))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return new Response(request.response as Blob, { status: request.status, headers })
}
