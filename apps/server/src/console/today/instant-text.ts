/** An instant in a sentence: `2026-11-27 03:15 UTC`. */
export const instantText = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
