const LONGEST = 120
/** Slashes, what separates them on other systems, and what people do not see or that turns the direction of text. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\/:*?"<>|]/gu

/**
 * The name of a sent file as it is shown: without folders, control characters and characters that change the direction
 * of text.
 *
 * Source: decisions D-145.
 */
export function shownFileName(sent: string): string {
  const [last = ''] = sent.normalize('NFC').split(/[\\/]/).slice(-1)
  const name = last
    .replaceAll(UNSAFE, '')
    .replace(/^[.\s]+/, '')
    .trim()
  return [...name].slice(0, LONGEST).join('') || 'file'
}
