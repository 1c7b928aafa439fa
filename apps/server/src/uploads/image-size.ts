/** The longest side of an image. Units: pixels. A page scanned at 600 dpi has 7,000. */
export const LONGEST_SIDE = 20_000
/** Most pixels of an image: viewers keep all of them in memory. The largest photos of phones have 108 million. */
export const MOST_PIXELS = 120_000_000

/** Whether an image of this size may be opened. Units: pixels. */
export const isImageSize = (width: number, height: number): boolean =>
  isSide(width) && isSide(height) && width * height <= MOST_PIXELS

const isSide = (pixels: number): boolean => pixels > 0 && pixels <= LONGEST_SIDE
