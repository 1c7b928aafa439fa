/** One line of a CSV file: RFC 4180 quoting, `\n`. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => quoted(String(cell))).join(',')}\n`

/** First sign of files for people: without it spreadsheets take names for another encoding. */
export const BYTE_ORDER_MARK = '\uFEFF'

const quoted = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** Text from people in a cell, so that no spreadsheet takes it for a formula. Source: decisions D-145. */
export const textCell = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const CHUNK_LENGTH = 64 * 1024

/** Lines as chunks of a size worth sending. */
export async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const line of lines) {
    chunk += line
    if (chunk.length < CHUNK_LENGTH) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
