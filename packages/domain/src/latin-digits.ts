/** Zeros of the digits of Arabic, Persian, Hindi, Bengali, Thai and of wide East Asian letters; nine digits follow each. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10]

const OTHER_DIGITS = new RegExp(
  `[${ZEROS.map((zero) => `${String.fromCharCode(zero)}-${String.fromCharCode(zero + 9)}`).join('')}]`,
  'g',
)

/** The same text with the digits of every shipped language written as 0 to 9. */
export const latinDigits = (text: string): string =>
  text.replaceAll(OTHER_DIGITS, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - ZEROS.findLast((zero) => zero <= code)!)
  })
