import type { ComponentProps, ReactElement, ReactNode } from 'react'

import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

type Sort = {
  readonly direction: 'ascending' | 'descending' | 'none'
  /** Sorts by the column, or the other way round. */
  readonly turn?: () => void
}

/** The head of a column. */
export type Column = {
  readonly text: string
  /** Figures are aligned to the end. */
  readonly isFigure?: boolean
  /** Whether only screen readers get the text. */
  readonly isHidden?: boolean
  readonly sort?: Sort
  readonly className?: string
}

type TableProps = {
  /** Screen readers alone get a text; an element is shown. */
  readonly caption: string | ReactElement
  readonly columns: readonly Column[]
  /** Whether the table stands in a padded card. */
  readonly isBare?: boolean
  readonly className?: string
  readonly body?: ComponentProps<'tbody'>
  /** The rows. */
  readonly children: ReactNode
}

/** A table with a caption, heads of its columns, and rows. */
export function Table({ caption, columns, isBare, className, body, children }: TableProps) {
  return (
    <table className={classes('table', isBare && 'bare', className)}>
      <caption className={typeof caption === 'string' ? 'visually-hidden' : undefined}>
        {caption}
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.text} {...column} />
          ))}
        </tr>
      </thead>
      <tbody {...body}>{children}</tbody>
    </table>
  )
}

function Head({ text, isFigure = false, isHidden = false, sort, className }: Column) {
  return (
    <th
      scope="col"
      className={classes(isFigure && 'figure-cell', className)}
      aria-sort={sort?.direction}
    >
      {sort?.turn !== undefined ? (
        <SortButton {...sort} text={text} isFigure={isFigure} />
      ) : isHidden ? (
        <VisuallyHidden>{text}</VisuallyHidden>
      ) : (
        text
      )}
    </th>
  )
}

type SortButtonProps = Sort & { readonly text: string; readonly isFigure: boolean }

/** The sign stands on the side to which the column is not aligned. */
function SortButton({ direction, turn, text, isFigure }: SortButtonProps) {
  const sign = <Icon name={direction === 'none' ? 'sortable' : direction} size={14} />
  return (
    <button type="button" className="sort" onClick={turn}>
      {isFigure && sign}
      {text}
      {!isFigure && sign}
    </button>
  )
}
