import {
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react'

import { Checkbox } from '../checkbox.tsx'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { Skeleton } from '../loader.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { useKeys } from './keys.tsx'
import { focusedRow, moveRow, ROW_LINK } from './table-rows.ts'

/** A column of a `DataTable`. The first column holds the link of the row. */
export type DataColumn<Row> = {
  readonly name: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** Figures are aligned to the end. */
  readonly isFigure?: boolean
  readonly isSortable?: boolean
  /** Left out first where room is scarce: below 1200 px. */
  readonly isHelper?: boolean
}

export type TableSort = { readonly column: string; readonly direction: 'ascending' | 'descending' }

/** Attributes that make a link the link of its row. */
export type RowLink = { readonly 'data-row-link': ''; readonly children: ReactNode }

export type TableTexts = {
  /** Names the box of a row: "Select ilse@example.com". */
  readonly select: (name: string) => string
  readonly selectAll: string
  readonly next: string
  readonly before: string
  readonly toggle: string
}

type Selection = {
  readonly keys: ReadonlySet<string>
  readonly onChange: (keys: ReadonlySet<string>) => void
}

export type DataTableProps<Row> = {
  caption: string
  columns: readonly DataColumn<Row>[]
  /** Undefined while they load. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** The name of a row, for screen readers. */
  nameOf: (row: Row) => string
  texts: TableTexts
  /** Draws the link around the first cell, which opens the row. */
  link?: (row: Row, attributes: RowLink) => ReactElement
  /** The key of the row whose drawer is open. */
  open?: string | undefined
  sort?: TableSort | undefined
  onSort?: (sort: TableSort) => void
  selection?: Selection
  /** Rows that change nothing are quiet, never hidden. */
  isQuiet?: (row: Row) => boolean
  hasTwoLines?: boolean
  /** Shown instead of rows when there are none: one line, no picture. */
  empty: ReactNode
  /** How many of how many rows, and a button for more. */
  foot?: ReactNode
}

/** Rows of skeletons while the first rows load. */
const SKELETON_ROWS = 6

/**
 * A table of a queue or a list. J, K and the arrow keys move from row to row, Enter opens the row, X selects it, and Shift
 * with an arrow key selects on the way.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, selection, hasTwoLines = false, empty, foot } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const width = columns.length + (selection === undefined ? 0 : 1)
  useRowKeys(body, props)
  return (
    <div className="data-table-box">
      <div className="data-table-scroll" role="region" aria-label={caption} tabIndex={0}>
        <table
          className={classes('data-table', hasTwoLines && 'two-lines')}
          aria-busy={rows === undefined || undefined}
        >
          <caption className="visually-hidden">{caption}</caption>
          <Heads {...props} />
          <tbody ref={body} onKeyDown={(event) => moveBy(event, body.current, props)}>
            {rows === undefined ? (
              <Skeletons columns={width} />
            ) : rows.length === 0 ? (
              <tr>
                <td className="no-rows" colSpan={width}>
                  {empty}
                </td>
              </tr>
            ) : (
              rows.map((row) => <DataRow key={props.keyOf(row)} row={row} {...props} />)
            )}
          </tbody>
        </table>
      </div>
      {foot && <div className="data-table-foot">{foot}</div>}
    </div>
  )
}

function useRowKeys<Row>(
  body: { readonly current: HTMLElement | null },
  { texts, selection, link }: DataTableProps<Row>,
): void {
  const moves =
    link === undefined
      ? []
      : [
          { keys: 'j', label: texts.next, run: () => moveRow(body.current, 1) },
          { keys: 'k', label: texts.before, run: () => moveRow(body.current, -1) },
        ]
  const toggle = () => toggleKey(focusedRow(body.current)?.dataset['key'], selection)
  useKeys(
    selection === undefined ? moves : [...moves, { keys: 'x', label: texts.toggle, run: toggle }],
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function moveBy<Row>(
  event: KeyboardEvent,
  body: HTMLElement | null,
  { selection, link }: DataTableProps<Row>,
): void {
  const step = STEPS[event.key]
  if (step === undefined || link === undefined) return
  event.preventDefault()
  const before = focusedRow(body)?.dataset['key']
  moveRow(body, step)
  const after = focusedRow(body)?.dataset['key']
  if (event.shiftKey && selection !== undefined) {
    const added = [before, after].filter((key) => key !== undefined)
    selection.onChange(new Set([...selection.keys, ...added]))
  }
}

function toggleKey(key: string | undefined, selection: Selection | undefined): void {
  if (key === undefined || selection === undefined) return
  const keys = new Set(selection.keys)
  if (!keys.delete(key)) keys.add(key)
  selection.onChange(keys)
}

function Heads<Row>({ columns, rows, keyOf, texts, sort, onSort, selection }: DataTableProps<Row>) {
  return (
    <thead>
      <tr>
        {selection !== undefined && (
          <th scope="col" className="select-cell">
            <Checkbox
              label={<VisuallyHidden>{texts.selectAll}</VisuallyHidden>}
              checked={rows !== undefined && rows.length > 0 && areAll(rows, keyOf, selection)}
              onChange={({ target }) =>
                selection.onChange(new Set(target.checked ? (rows ?? []).map(keyOf) : []))
              }
            />
          </th>
        )}
        {columns.map((column) => (
          <Head key={column.name} column={column} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  )
}

const areAll = <Row,>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  { keys }: Selection,
): boolean => rows.every((row) => keys.has(keyOf(row)))

type HeadProps<Row> = {
  column: DataColumn<Row>
  sort: TableSort | undefined
  onSort: ((sort: TableSort) => void) | undefined
}

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const { name, head, isSortable = false } = column
  const direction = sort?.column === name ? sort.direction : 'none'
  const turned = direction === 'descending' ? 'ascending' : 'descending'
  return (
    <th
      scope="col"
      className={cellClass(column)}
      aria-sort={isSortable && onSort !== undefined ? direction : undefined}
    >
      {isSortable && onSort !== undefined ? (
        <button
          type="button"
          className="sort"
          onClick={() => onSort({ column: name, direction: turned })}
        >
          {head}
          <Icon name={direction === 'none' ? 'sortable' : direction} size={14} />
        </button>
      ) : (
        head
      )}
    </th>
  )
}

const cellClass = <Row,>({ isFigure = false, isHelper = false }: DataColumn<Row>) =>
  classes(isFigure && 'figure-cell', isHelper && 'helper-cell') || undefined

function DataRow<Row>(props: DataTableProps<Row> & { row: Row }) {
  const { row, columns, keyOf, nameOf, texts, link, open, selection, isQuiet } = props
  const key = keyOf(row)
  const isSelected = selection?.keys.has(key) ?? false
  const [first, ...others] = columns
  return (
    <tr
      data-key={key}
      className={classes(
        link !== undefined && 'row-opens',
        isSelected && 'row-selected',
        open === key && 'row-open',
        isQuiet?.(row) && 'row-quiet',
      )}
      onClick={link === undefined ? undefined : openRow}
    >
      {selection !== undefined && (
        <td className="select-cell">
          <Checkbox
            label={<VisuallyHidden>{texts.select(nameOf(row))}</VisuallyHidden>}
            checked={isSelected}
            onChange={() => toggleKey(key, selection)}
          />
        </td>
      )}
      {first !== undefined && (
        <th scope="row" className={cellClass(first)}>
          {link === undefined
            ? first.cell(row)
            : link(row, { [ROW_LINK]: '', children: first.cell(row) })}
        </th>
      )}
      {others.map((column) => (
        <td key={column.name} className={cellClass(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

/** A press anywhere on the row presses its link, except on something that has an act of its own. */
function openRow({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest('a, button, label, input') !== null) return
  if (getSelection()?.type === 'Range') return
  currentTarget.querySelector<HTMLElement>(`[${ROW_LINK}]`)?.click()
}

function Skeletons({ columns }: { columns: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <tr key={row}>
      {Array.from({ length: columns }, (__, column) => (
        <td key={column}>
          <Skeleton width={column === 0 ? '70%' : '50%'} height={10} />
        </td>
      ))}
    </tr>
  ))
}
