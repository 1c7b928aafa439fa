/** How many of something, in words: "1 order", "2 orders". */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`
