const LINE_END = 10

/** A file whose connection ended before it was whole. Units: rows, without the line of names. */
export class BrokenOff extends Error {
  readonly arrived: number
  readonly rows: number

  constructor(arrived: number, rows: number) {
    super('The file broke off')
    this.arrived = arrived
    this.rows = rows
  }
}

/**
 * The body of a file. With `x-lines`, the number of lines that the service counted, it reports the share of them that has arrived.
 *
 * Units: 0 to 1.
 * Refuses: `BrokenOff`, when the connection ends before the file is whole.
 */
export async function received(
  response: Response,
  onReceived: ((share: number) => void) | undefined,
): Promise<Blob> {
  const lines = Number(response.headers.get('x-lines'))
  if (response.body === null || !(lines > 0)) return response.blob()
  let arrived = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      for (const byte of chunk) if (byte === LINE_END) arrived += 1
      onReceived?.(Math.min(1, arrived / lines))
      controller.enqueue(chunk)
    },
  })
  const { headers } = response
  try {
    return await new Response(response.body.pipeThrough(counting), { headers }).blob()
  } catch {
    throw new BrokenOff(Math.max(0, arrived - 1), lines - 1)
  }
}
