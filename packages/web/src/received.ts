const LINE_END = 10

/**
 * The body of a file. With `x-lines`, the number of lines that the service counted, it reports the share of them that has arrived.
 * Units: 0 to 1.
 */
export async function received(
  response: Response,
  onReceived: ((share: number) => void) | undefined,
): Promise<Blob> {
  const lines = Number(response.headers.get('x-lines'))
  if (onReceived === undefined || response.body === null || !(lines > 0)) return response.blob()
  let arrived = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      for (const byte of chunk) if (byte === LINE_END) arrived += 1
      onReceived(Math.min(1, arrived / lines))
      controller.enqueue(chunk)
    },
  })
  const { headers } = response
  return new Response(response.body.pipeThrough(counting), { headers }).blob()
}
