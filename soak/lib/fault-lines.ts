const MOST_PRINTED = 20

/** What a soak prints of its faults: how many, and the first of them. */
export const faultLines = (faults: readonly string[]): string[] => [
  `${faults.length} faults (exactly 0)`,
  ...faults.slice(0, MOST_PRINTED),
]
