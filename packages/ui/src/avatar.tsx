import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

const TINTS = 7
const WORD = /[\p{L}\p{N}][^\s]*/gu
/** Keeps two letters of a joined script from being drawn as one word. */
const NON_JOINER = '\u200c'

type AvatarProps = { name: string; src?: string | undefined; size?: 'small' | 'medium' | 'large' }

/** A picture, or initials on a tint derived from the name. Hidden from screen readers: the name is beside it. */
export function Avatar({ name, src, size = 'small' }: AvatarProps) {
  const initials = initialsOf(name)
  return (
    <span
      className={classes('avatar', size, isWide(initials) && 'wide')}
      data-tint={tintOf(name)}
      aria-hidden="true"
    >
      {src ? <img src={src} alt="" /> : initials || <Icon name="person" size={18} />}
    </span>
  )
}

type Person = { id: string | number; name: string; src?: string | undefined }

type AvatarRowProps = {
  people: readonly Person[]
  max: number
  /** Number of people, when `people` holds only the first ones. */
  total?: number
  /** What "+N" means, read out. */
  moreLabel: string
}

/** Avatars of the first people of a group, and the number of others. */
export function AvatarRow({ people, max, total = people.length, moreLabel }: AvatarRowProps) {
  const shown = people.slice(0, max)
  const more = total - shown.length
  return (
    <ul className="avatars">
      {shown.map(({ id, name, src }) => (
        <li key={id}>
          <Avatar name={name} src={src} size="medium" />
          <VisuallyHidden>{name}</VisuallyHidden>
        </li>
      ))}
      {more > 0 && (
        <li>
          <span className="avatar medium more digits" aria-hidden="true">
            +{more}
          </span>
          <VisuallyHidden>{moreLabel}</VisuallyHidden>
        </li>
      )}
    </ul>
  )
}

/** The first letter of the first and of the last word, in any script; empty without a letter. */
export function initialsOf(name: string): string {
  const words = name.match(WORD) ?? []
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  const letters = ends.map((word) => firstLetter(word).toLocaleUpperCase())
  return letters.join(/\p{Script=Arabic}/u.test(name) ? NON_JOINER : '')
}

/** Whether letters carry signs of their own, as those of Indic scripts do: they need a smaller size. */
const isWide = (initials: string): boolean => [...initials.replace(NON_JOINER, '')].length > 2

function firstLetter(word: string): string {
  // No sign joins these letters, so the first one stands alone. The segmenter takes milliseconds to make.
  const plain = PLAIN.exec(word)?.[1]
  if (plain !== undefined) return plain
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const [first] = graphemes.segment(word)
  return first!.segment
}

/** A Latin letter or digit before another one, before an ASCII sign, or alone. */
const PLAIN = /^([\p{Script=Latin}\p{Nd}])([\p{Script=Latin}\p{Nd}\x20-\x7e]|$)/u
let graphemes: Intl.Segmenter | undefined

function tintOf(name: string): number {
  let hash = 0
  for (const letter of name) hash = (Math.imul(hash, 31) + letter.codePointAt(0)!) >>> 0
  return hash % TINTS
}
