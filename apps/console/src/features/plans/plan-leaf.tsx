import {
  leavesOf,
  parseInstant,
  placeOf,
  type Shape,
  type Step,
  valueAt,
  writtenLeaf,
} from '@partner-office/domain'
import { Icon } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { Instant } from '../../lib/instant.tsx'
import { idOf, useBefore, useOwnProblems, usePlanForm, useRows } from './plan-form.ts'
import { problemsId } from './plan-problems.tsx'
import { typedLeaf, usePlanTexts } from './plan-texts.ts'

type LeafProps = {
  readonly steps: readonly Step[]
  readonly shape: Shape
  /** What a screen reader calls the field; a label of its own says it otherwise. */
  readonly label?: string
}

/** A value of the document: its field, or its text where the document is only read. Numbers of one list are one field. */
export function PlanLeaf(props: LeafProps) {
  const { document, write } = usePlanForm()
  if (write !== undefined) return <LeafField {...props} write={write} />
  const value = valueAt(document, props.steps)
  return leavesOf(value, props.steps).map((leaf) => (
    <span key={leaf.place} className="plan-leaf" data-place={leaf.place}>
      <LeafText value={leaf.value} shape={props.shape} />
    </span>
  ))
}

function LeafText({ value, shape }: { readonly value: unknown; readonly shape: Shape }) {
  const { t } = useTranslation()
  const { word } = usePlanTexts()
  if (value === null || value === undefined) return shape.kind === 'rank' ? t('plan.anyRank') : '–'
  if (Array.isArray(value)) return t('plan.noRows')
  if (typeof value === 'boolean') return value ? t('plan.yes') : t('plan.no')
  const at = shape.kind === 'instant' ? parseInstant(value) : null
  if (at !== null) return <Instant at={at} isExact />
  return shape.kind === 'word' ? word(writtenLeaf(value)) : <bdi>{writtenLeaf(value)}</bdi>
}

type Write = (steps: readonly Step[], value: unknown) => void
type FieldProps = LeafProps & { readonly write: Write }

function LeafField({ steps, shape, label, write }: FieldProps) {
  const { t } = useTranslation()
  const { document } = usePlanForm()
  const hasProblem = useOwnProblems(steps).length > 0
  const before = useBefore(steps)
  const place = placeOf(steps)
  const value = valueAt(document, steps)
  const native = {
    id: idOf(place),
    name: place,
    'aria-label': label,
    'aria-invalid': hasProblem || undefined,
    'aria-describedby': hasProblem ? problemsId(steps) : undefined,
    'data-changed': before === undefined ? undefined : '',
    title: before === undefined ? undefined : t('plan.was', { before }),
  }
  if (shape.kind === 'list') return <NumbersField native={native} steps={steps} write={write} />
  if (shape.kind === 'word' || shape.kind === 'flag' || shape.kind === 'rank') {
    return (
      <ChoiceField
        native={native}
        shape={shape}
        value={value}
        onChange={(next) => write(steps, next)}
      />
    )
  }
  return (
    <>
      <input
        {...native}
        className="input"
        autoComplete="off"
        dir="ltr"
        data-kind={shape.kind}
        inputMode={shape.kind === 'text' ? 'text' : 'decimal'}
        value={typedLeaf(value)}
        onChange={({ target }) => write(steps, leafOf(shape, target.value))}
      />
      {shape.kind === 'instant' && <ReadInstant value={value} />}
    </>
  )
}

/** A whole number and an instant are numbers in the document; what is no number stays as it was typed. */
function leafOf({ kind, isOptional }: Shape, typed: string): unknown {
  if (typed === '' && isOptional) return null
  const isNumber = (kind === 'integer' || kind === 'instant') && /^(0|[1-9]\d{0,14})$/.test(typed)
  return isNumber ? Number(typed) : typed
}

/** The instant that its milliseconds mean. */
function ReadInstant({ value }: { readonly value: unknown }) {
  const at = parseInstant(value)
  return at === null ? null : (
    <span className="muted">
      <Instant at={at} isExact />
    </span>
  )
}

type Native = Readonly<Record<string, string | boolean | undefined>>
type NumbersProps = {
  readonly native: Native
  readonly steps: readonly Step[]
  readonly write: Write
}

/** Numbers of a list in one field, with spaces between them. */
function NumbersField({ native, steps, write }: NumbersProps) {
  const value = useRows(steps)
  const written = value.map(typedLeaf).join(' ')
  const [typed, setTyped] = useState(written)
  // What is being typed stays as it is, with its spaces, as long as it means the same.
  const shown = numbersIn(typed).join(' ') === written ? typed : written
  return (
    <input
      {...native}
      className="input"
      autoComplete="off"
      dir="ltr"
      inputMode="decimal"
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value)
        write(steps, numbersIn(target.value))
      }}
    />
  )
}

const numbersIn = (typed: string): string[] => typed.split(/[\s;]+/).filter(Boolean)

type ChoiceProps = {
  readonly native: Native
  readonly shape: Shape
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** A choice. A value that is none of it is a choice too, so that it is seen. */
function ChoiceField({ native, shape, value, onChange }: ChoiceProps) {
  const options = useOptions(shape)
  const typed = typedLeaf(value)
  const isKnown = options.some((option) => typedLeaf(option.value) === typed)
  return (
    <span className="select-wrap">
      <select
        {...native}
        className="select"
        value={typed}
        onChange={({ target }) => {
          const chosen = options.find((option) => typedLeaf(option.value) === target.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {!isKnown && <option value={typed}>{typed}</option>}
        {options.map((option) => (
          <option key={option.text} value={typedLeaf(option.value)}>
            {option.text}
          </option>
        ))}
      </select>
      <Icon name="down" size={18} />
    </span>
  )
}

type Option = { readonly value: unknown; readonly text: string }

function useOptions(shape: Shape): Option[] {
  const { t } = useTranslation()
  const { word } = usePlanTexts()
  const ranks = useRows(['ranks'])
  if (shape.kind === 'word') return shape.words.map((value) => ({ value, text: word(value) }))
  if (shape.kind === 'flag')
    return [
      { value: true, text: t('plan.yes') },
      { value: false, text: t('plan.no') },
    ]
  const codes = new Set(ranks.map((_rank, index) => typedLeaf(valueAt(ranks, [index, 'code']))))
  codes.delete('')
  const any = shape.isOptional ? [{ value: null, text: t('plan.anyRank') }] : []
  return [...any, ...[...codes].map((value) => ({ value, text: value }))]
}
