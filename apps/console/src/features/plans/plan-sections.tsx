import { placeOf, type Shape, type Step } from '@partner-office/domain'
import { Box } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import {
  type Fields,
  fieldsOf,
  idOf,
  isInside,
  PLAN_SHAPE,
  useOwnProblems,
  usePlanForm,
  useRows,
} from './plan-form.ts'
import { PlanLeaf } from './plan-leaf.tsx'
import { Problems } from './plan-problems.tsx'
import { AddRow, ListBox, PlanRows } from './plan-rows.tsx'
import { usePlanTexts } from './plan-texts.ts'
import { useRankColumns } from './rank-columns.tsx'

const LISTS = Object.entries(PLAN_SHAPE).filter(([, shape]) => shape.kind === 'list')
const PROGRAMMES = Object.entries(fieldsOf(PLAN_SHAPE['programmes']!))
const SETTINGS = Object.fromEntries(
  Object.entries(PLAN_SHAPE).filter(([, { kind }]) => kind !== 'list' && kind !== 'fields'),
)
const ACTIVITY = fieldsOf(PLAN_SHAPE['activity']!)

/** Unilevel rows and ranks. */
export function RankSections() {
  const texts = usePlanTexts()
  const ranks = useRankColumns(useRows(['ranks']))
  return LISTS.map(([name, shape]) =>
    shape.kind === 'list' ? (
      <ListBox
        key={name}
        steps={[name]}
        shape={shape}
        title={texts.field([name])}
        {...(name === 'ranks' && { extra: ranks })}
      />
    ) : null,
  )
}

/** The monthly programmes, each with its rows. */
export function ProgrammeSections() {
  const texts = usePlanTexts()
  const own = useOwnProblems(
    ['programmes'],
    PROGRAMMES.map(([name]) => name),
  )
  return (
    <>
      <Problems steps={['programmes']} problems={own} />
      {PROGRAMMES.map(([name, shape]) => (
        <Programme key={name} name={name} fields={fieldsOf(shape)} title={texts.programme(name)} />
      ))}
    </>
  )
}

type ProgrammeProps = { readonly name: string; readonly fields: Fields; readonly title: string }

function Programme({ name, fields, title }: ProgrammeProps) {
  const { t } = useTranslation()
  const texts = usePlanTexts()
  const steps = ['programmes', name]
  const own = useOwnProblems(steps, Object.keys(fields))
  const lists = Object.entries(fields).filter(([, shape]) => isTable(shape))
  const leaves = Object.fromEntries(Object.entries(fields).filter(([, shape]) => !isTable(shape)))
  return (
    <Box title={title} isFlush>
      <div className="box-body stack gap-3">
        <Problems steps={steps} problems={own} />
        <PlanFields steps={steps} fields={leaves} title={title} />
      </div>
      {lists.map(([list, shape]) => {
        if (shape.kind !== 'list') return null
        const heading = t('plan.listOf', { list: texts.field([list]), programme: title })
        const props = { steps: [...steps, list], shape, title: heading }
        return (
          <section key={list} aria-label={heading}>
            <div className="box-head">
              <h3 className="heading-3">{texts.field([list])}</h3>
              <div className="box-actions">
                <AddRow {...props} />
              </div>
            </div>
            <PlanRows {...props} />
          </section>
        )
      })}
    </Box>
  )
}

const isTable = (shape: Shape): boolean => shape.kind === 'list' && shape.element.kind === 'fields'

/** All that is neither a list of the plan nor a programme. */
export function RuleSections() {
  const { t } = useTranslation()
  const texts = usePlanTexts()
  const whole = useOwnProblems([], Object.keys(PLAN_SHAPE))
  const activity = useOwnProblems(['activity'], Object.keys(ACTIVITY))
  return (
    <>
      <Box title={t('plan.rules')}>
        <Problems steps={[]} problems={whole} />
        <PlanFields steps={[]} fields={SETTINGS} title={t('plan.rules')} />
      </Box>
      <Box title={texts.field(['activity'])}>
        <Problems steps={['activity']} problems={activity} />
        <PlanFields steps={['activity']} fields={ACTIVITY} title={texts.field(['activity'])} />
      </Box>
    </>
  )
}

type FieldsProps = {
  readonly steps: readonly Step[]
  readonly fields: Fields
  readonly title: string
}

/** Single values with their labels. */
function PlanFields({ steps, fields, title }: FieldsProps) {
  return (
    <dl className="plan-fields" aria-label={title}>
      {Object.entries(fields).map(([name, shape]) => (
        <PlanField key={name} steps={[...steps, name]} shape={shape} />
      ))}
    </dl>
  )
}

function PlanField({ steps, shape }: { readonly steps: readonly Step[]; readonly shape: Shape }) {
  const texts = usePlanTexts()
  const { problems, write } = usePlanForm()
  const place = placeOf(steps)
  const text = texts.field(steps)
  return (
    <div className="plan-field">
      <dt>{write === undefined ? text : <label htmlFor={idOf(place)}>{text}</label>}</dt>
      <dd>
        <PlanLeaf steps={steps} shape={shape} />
        <Problems
          steps={steps}
          problems={problems.filter((each) => isInside(each.place, place))}
          isField
        />
      </dd>
    </div>
  )
}
