/** Arabic and Persian digits: the last four bits of each are its value. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g

/** The same text with Arabic and Persian digits written as 0 to 9. */
export const latinDigits = (text: string): string =>
  text.replaceAll(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
