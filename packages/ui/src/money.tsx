import { classes } from './classes.ts'

type MoneyProps = {
  /** The digits before the decimals, with sign and separators, as the locale writes them. */
  whole: string
  /** The decimals with their separator. */
  fraction?: string | undefined
  unit?: string | undefined
  size?: 'md' | 'm' | 'l' | 'xl'
  /** `in` is for credited amounts. */
  tone?: 'in' | undefined
}

/** An amount as one unbreakable run that reads left to right in every language. */
export function Money({ whole, fraction, unit, size = 'md', tone }: MoneyProps) {
  return (
    <span className={classes('num', 'money', size !== 'md' && `money-${size}`, tone)}>
      {whole}
      {fraction && <span className="fr">{fraction}</span>}
      {unit && <span className="cur"> {unit}</span>}
    </span>
  )
}
