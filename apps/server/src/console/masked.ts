/** An e-mail address that cannot be used: `j•••@e•••.com`. Source: console.md, section 1, "masked". */
export function maskedEmail(email: string): string {
  const [, name = '', host = ''] = /^(.*)@([^@]*)$/.exec(email) ?? []
  if (name === '' || host === '') return ''
  const dot = host.lastIndexOf('.')
  const end = dot > 0 ? host.slice(dot) : ''
  return `${firstOf(name)}•••@${firstOf(host)}•••${end}`
}

const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0)!)
