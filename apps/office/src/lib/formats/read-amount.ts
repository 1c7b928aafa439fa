import { type NumberMarks, readTypedAmount, type TypedAmount } from '@partner-office/domain'

import type { NumberStyle } from './formats.ts'

/** Reads a typed amount by the marks of the page's numbers. Source: decisions D-103. */
export const readAmount = (text: string, style: NumberStyle): TypedAmount =>
  readTypedAmount(text, marksOf(style))

/** The typed amount as a plain decimal; null where it is none or has two readings. */
export function readOrNull(text: string, style: NumberStyle): string | null {
  const typed = readAmount(text, style)
  return typed.state === 'read' ? typed.amount : null
}

function marksOf({ locale, isPlain }: NumberStyle): NumberMarks {
  const format = new Intl.NumberFormat(isPlain ? 'en' : `${locale}-u-nu-latn`, {
    useGrouping: 'always',
  })
  const parts = format.formatToParts(1_234_567.5)
  const markOf = (type: 'decimal' | 'group'): string | undefined =>
    parts.find((part) => part.type === type)?.value
  const group = markOf('group')
  return {
    decimal: markOf('decimal') === ',' ? ',' : '.',
    group: group === '.' || group === ',' ? group : ' ',
  }
}
