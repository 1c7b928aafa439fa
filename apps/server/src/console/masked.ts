/** An e-mail address that cannot be used: `j•••@e•••.com`. Source: console.md, section 1, "masked". */
export function maskedEmail(email: string): string {
  const [, name = '', host = ''] = /^(.*)@([^@]*)$/.exec(email) ?? []
  if (name === '' || host === '') return ''
  const dot = host.lastIndexOf('.')
  const end = dot > 0 ? host.slice(dot) : ''
  return `${firstOf(name)}•••@${firstOf(host)}•••${end}`
}

const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0)!)

const FEWEST_DIGITS = 7

/** A contact that cannot be used: of a long number its country's start and last two digits, `+49 ••• 12`; of other texts nothing. */
export function maskedContact(name: string, text: string): string {
  if (name === 'email') return maskedEmail(text)
  const digits = text.replaceAll(/\D/g, '')
  const isNumber = /^\+?[\d\s()./-]+$/.test(text) && digits.length >= FEWEST_DIGITS
  return isNumber
    ? `${text.startsWith('+') ? '+' : ''}${digits.slice(0, 2)} ••• ${digits.slice(-2)}`
    : '•••'
}
