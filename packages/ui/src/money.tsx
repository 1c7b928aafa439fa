import { classes } from './classes.ts'

const SIZES = { m: 'money-medium', l: 'money-large', xl: 'money-huge' } as const

type MoneyProps = {
  /** The digits before the decimals, with sign and separators, as the locale writes them. */
  whole: string
  /** The decimals with their separator. */
  fraction?: string | undefined
  unit?: string | undefined
  size?: 'md' | keyof typeof SIZES
  /** `incoming` is for credited amounts. */
  tone?: 'incoming' | undefined
  /** The plain decimal, for what is copied. */
  plain?: string | undefined
}

/** An amount as one unbreakable run that reads left to right in every language. */
export function Money({ whole, fraction, unit, size = 'md', tone, plain }: MoneyProps) {
  return (
    <span
      className={classes('digits', 'money', size !== 'md' && SIZES[size], tone)}
      data-plain={plain}
    >
      {whole}
      {fraction && <span className="decimals">{fraction}</span>}
      {unit && <span className="currency"> {unit}</span>}
    </span>
  )
}
