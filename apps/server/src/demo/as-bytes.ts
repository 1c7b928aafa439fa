/** The lines of a file as an upload. */
export async function* asBytes(lines: Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for (const line of lines) yield encoder.encode(line)
}
