import {
  emptyOf,
  parseInstant,
  placeOf,
  type Shape,
  type Step,
  valueAt,
} from '@partner-office/domain'
import { Button, IconButton, Table } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'

import { secondText } from '../../lib/instants.ts'
import { ScrollRows } from '../../parts/scroll-rows.tsx'
import {
  type Fields,
  fieldsOf,
  isInside,
  useOwnProblems,
  usePlanForm,
  useRows,
} from './plan-form.ts'
import { PlanLeaf } from './plan-leaf.tsx'
import { Problems } from './plan-problems.tsx'
import { typedLeaf, usePlanTexts } from './plan-texts.ts'
import type { ExtraColumn } from './rank-columns.tsx'

type ListProps = {
  readonly steps: readonly Step[]
  readonly shape: Extract<Shape, { kind: 'list' }>
  readonly title: string
  readonly extra?: readonly ExtraColumn[]
}

const NONE: readonly ExtraColumn[] = []

/** A list of the plan in a box of its own. */
export function ListBox(props: ListProps) {
  return (
    <Box title={props.title} isFlush actions={<AddRow {...props} />}>
      <PlanRows {...props} />
    </Box>
  )
}

/** Adds a row. Its start is that of the row before, since rows of one start are one table. */
export function AddRow({ steps, shape, title }: ListProps) {
  const { t } = useTranslation()
  const { document, write } = usePlanForm()
  const rows = useRows(steps)
  if (write === undefined) return null
  const start = valueAt(document, [...steps, rows.length - 1, 'validFrom'])
  const row = {
    ...Object(emptyOf(shape.element)),
    ...(start !== undefined && { validFrom: start }),
  }
  return (
    <Button
      size="sm"
      icon="plus"
      aria-label={t('plan.addRowTo', { list: title })}
      onClick={() => write(steps, [...rows, row])}
    >
      {t('plan.addRow')}
    </Button>
  )
}

/** The rows of a list. To read, the rows with one start are a table of their own. Source: requirements PLN-002, PLN-005. */
export function PlanRows({ steps, shape, title, extra = NONE }: ListProps) {
  const { document, write } = usePlanForm()
  const rows = useRows(steps)
  const own = useOwnProblems(steps, [...rows.keys()])
  const fields = fieldsOf(shape.element)
  const groups =
    write === undefined && 'validFrom' in fields
      ? [
          ...Map.groupBy(rows.keys(), (row) =>
            typedLeaf(valueAt(rows, [row, 'validFrom'])),
          ).values(),
        ]
      : [[...rows.keys()]]
  const isEmpty = rows.length === 0
  return (
    <>
      <Problems steps={steps} problems={own} />
      {isEmpty && valueAt(document, steps) !== undefined && write === undefined && (
        <p className="box-body">
          <PlanLeaf steps={steps} shape={shape} />
        </p>
      )}
      {!isEmpty &&
        groups.map((group) => (
          <RowsTable
            key={group[0]}
            steps={steps}
            fields={fields}
            rows={group}
            title={title}
            extra={extra}
          />
        ))}
    </>
  )
}

type TableProps = {
  readonly steps: readonly Step[]
  readonly fields: Fields
  readonly rows: readonly number[]
  readonly title: string
  readonly extra: readonly ExtraColumn[]
}

function RowsTable({ steps, fields, rows, title, extra }: TableProps) {
  const { t } = useTranslation()
  const texts = usePlanTexts()
  const { document, write } = usePlanForm()
  const at = parseInstant(valueAt(document, [...steps, rows[0]!, 'validFrom']))
  const isGroup = write === undefined && at !== null
  const caption = isGroup ? t('plan.rowsFrom', { list: title, from: secondText(at) }) : title
  const columns = Object.keys(fields).map((name) => ({ text: texts.field([...steps, name]) }))
  const shown = extra.map(({ text }) => ({ text, isFigure: true }))
  const acts = write === undefined ? [] : [{ text: t('plan.order'), isHidden: true }]
  return (
    <ScrollRows label={caption}>
      <Table
        caption={isGroup ? <span className="plan-caption">{caption}</span> : caption}
        className="plan-table"
        columns={[...columns, ...shown, ...acts]}
      >
        {rows.map((row) => (
          <PlanRow key={row} steps={[...steps, row]} fields={fields} title={title} extra={extra} />
        ))}
      </Table>
    </ScrollRows>
  )
}

type RowProps = Omit<TableProps, 'rows'>

function PlanRow({ steps, fields, title, extra }: RowProps) {
  const { t } = useTranslation()
  const texts = usePlanTexts()
  const { document, problems, write } = usePlanForm()
  const own = problems.filter(({ place }) => isInside(place, placeOf(steps)))
  const row = Number(steps.at(-1)) + 1
  const names = Object.keys(fields)
  return (
    <>
      <tr>
        {Object.entries(fields).map(([name, shape]) => (
          <td key={name} data-field={name}>
            <PlanLeaf
              steps={[...steps, name]}
              shape={shape}
              label={t('plan.fieldOfRow', {
                list: title,
                row,
                field: texts.field([...steps, name]),
              })}
            />
          </td>
        ))}
        {extra.map(({ text, cell }) => (
          <td key={text} className="figure-cell digits muted">
            {cell(valueAt(document, steps))}
          </td>
        ))}
        {write !== undefined && (
          <td>
            <RowActs steps={steps} title={title} />
          </td>
        )}
      </tr>
      {own.length > 0 && (
        <tr>
          <td colSpan={names.length + extra.length + (write === undefined ? 0 : 1)}>
            <RowProblems steps={steps} names={names} />
          </td>
        </tr>
      )}
    </>
  )
}

/** The problems of each field of a row, and the problems of the row itself. */
function RowProblems({
  steps,
  names,
}: {
  readonly steps: readonly Step[]
  readonly names: readonly string[]
}) {
  const own = useOwnProblems(steps, names)
  const { problems } = usePlanForm()
  const inField = (name: string) =>
    problems.filter(({ place }) => isInside(place, placeOf([...steps, name])))
  return (
    <>
      <Problems steps={steps} problems={own} />
      {names.map((name) => (
        <Fragment key={name}>
          <Problems steps={[...steps, name]} problems={inField(name)} />
        </Fragment>
      ))}
    </>
  )
}

type ActsProps = { readonly steps: readonly Step[]; readonly title: string }

/** Moves or removes a row. */
function RowActs({ steps, title }: ActsProps) {
  const { t } = useTranslation()
  const { write } = usePlanForm()
  const list = steps.slice(0, -1)
  const row = Number(steps.at(-1))
  const rows = useRows(list)
  const move = (to: number) => {
    const next = rows.toSpliced(row, 1)
    write?.(list, next.toSpliced(to, 0, rows[row]))
  }
  const name = { list: title, row: row + 1 }
  return (
    <span className="plan-acts">
      <IconButton
        icon="up"
        size="sm"
        label={t('plan.moveUp', name)}
        disabled={row === 0}
        onClick={() => move(row - 1)}
      />
      <IconButton
        icon="down"
        size="sm"
        label={t('plan.moveDown', name)}
        disabled={row === rows.length - 1}
        onClick={() => move(row + 1)}
      />
      <IconButton
        icon="close"
        size="sm"
        label={t('plan.removeRow', name)}
        onClick={() => write?.(list, rows.toSpliced(row, 1))}
      />
    </span>
  )
}
