/** A positive whole number that a double holds exactly, as plain digits without leading zeros; else null. */
export function readId(text: string): number | null {
  if (!/^[1-9]\d{0,15}$/.test(text)) return null
  const id = Number(text)
  return Number.isSafeInteger(id) ? id : null
}
