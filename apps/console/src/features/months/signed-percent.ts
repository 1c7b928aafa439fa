/** A difference in percent with its sign. */
export const signedPercent = (percent: string): string =>
  `${Number(percent) > 0 ? '+' : ''}${percent} %`
