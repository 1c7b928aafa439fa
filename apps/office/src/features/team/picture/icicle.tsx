import type { TeamPictureNode } from '@partner-office/contracts'
import { directionOf } from '@partner-office/locales'
import { VisuallyHidden } from '@partner-office/ui'
import { useRef, type CSSProperties, type KeyboardEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../../../lib/formats/locale.ts'
import { fieldBeside, type PictureField, type PictureStep } from './picture-layout.ts'
import { toneOf, type PictureLook, useKind } from './picture-look.ts'
import { usePictureFormat } from './use-picture-format.ts'

type IcicleProps = {
  readonly fields: readonly PictureField[]
  readonly look: PictureLook
  readonly selected: TeamPictureNode
  readonly selectedField: RefObject<HTMLButtonElement | null>
  /** Whether lines are columns. */
  readonly isUpright: boolean
  readonly select: (person: TeamPictureNode) => void
  readonly zoom: (person: TeamPictureNode) => void
  readonly goUp: () => void
}

/**
 * Every line as a field whose size is that of the line. The first press selects, the second opens. Arrow keys move
 * between fields, Escape goes up.
 */
export function Icicle({ fields, look, selected, isUpright, ...props }: IcicleProps) {
  const { selectedField, goUp, select, zoom } = props
  const { t } = useTranslation()
  const isMirrored = directionOf(useLocale()) === 'rtl'
  const group = useRef<HTMLDivElement>(null)
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') goUp()
    const step = stepOf(event.key, isUpright, isMirrored)
    if (step === undefined) return
    event.preventDefault()
    const drawn = [...group.current!.children] as HTMLElement[]
    const from = drawn.findIndex((field) => field === document.activeElement)
    drawn[fieldBeside(fields, from, step)]!.focus()
  }
  return (
    <div
      ref={group}
      className="icicle"
      role="group"
      aria-label={t(
        look.measure === 'turnover' ? 'teamPicture.byTurnover' : 'teamPicture.byPeople',
      )}
      style={{ '--deepest': Math.max(...fields.map(({ depth }) => depth)) } as CSSProperties}
      onKeyDown={press}
    >
      {fields.map((field) =>
        field.person === null ? (
          <Rest key={`below ${fields[field.parent!]!.person!.id}`} field={field} />
        ) : (
          <Field
            key={field.person.id}
            field={field}
            person={field.person}
            look={look}
            ref={field.person === selected ? selectedField : undefined}
            isSelected={field.person === selected}
            onPress={field.person === selected ? zoom : select}
          />
        ),
      )}
    </div>
  )
}

const STEPS: readonly PictureStep[] = ['above', 'below', 'before', 'after']

/** Direction of a key: lines run down, or in the reading direction where they are columns. */
function stepOf(key: string, isUpright: boolean, isMirrored: boolean): PictureStep | undefined {
  const [start, end] = isMirrored ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
  const keys = isUpright
    ? { above: start, below: end, before: 'ArrowUp', after: 'ArrowDown' }
    : { above: 'ArrowUp', below: 'ArrowDown', before: start, after: end }
  return STEPS.find((step) => keys[step] === key)
}

type FieldProps = Pick<IcicleProps, 'look'> & {
  readonly field: PictureField
  readonly person: TeamPictureNode
  readonly ref: RefObject<HTMLButtonElement | null> | undefined
  readonly isSelected: boolean
  readonly onPress: (person: TeamPictureNode) => void
}

function Field({ field, person, look, ref, isSelected, onPress }: FieldProps) {
  const { t } = useTranslation()
  const format = usePictureFormat()
  const kind = useKind(look.colour)
  const name = format.name(person)
  const size = format.size(field.size, look.measure)
  const percent = format.percent(field.size, look.whole)
  return (
    <button
      ref={ref}
      type="button"
      className="part wash"
      data-tone={toneOf(person, look.colour)}
      style={placeOf(field)}
      tabIndex={isSelected ? 0 : -1}
      aria-current={isSelected || undefined}
      title={t('teamPicture.fieldTitle', { name: format.inSentence(name), size })}
      onClick={() => onPress(person)}
    >
      <VisuallyHidden>
        {t('teamPicture.field', {
          name: format.inSentence(name),
          kind: kind(person),
          size,
          percent,
        })}
      </VisuallyHidden>
      <b className="ellipsis" dir="auto" aria-hidden="true">
        {name}
      </b>
      <span className="digits ellipsis figure" aria-hidden="true">
        {format.figure(field.size, look.measure)}
      </span>
      <span className="digits percent" aria-hidden="true">
        {percent}
      </span>
    </button>
  )
}

/** Members too small for a field of their own; the list below shows them. */
function Rest({ field }: { field: PictureField }) {
  const { t } = useTranslation()
  const more = t('team.more', { count: field.people })
  return (
    <span className="part rest" style={placeOf(field)} title={more}>
      <span className="long">{more}</span>
      <span className="digits short" aria-hidden="true">
        +{field.people}
      </span>
    </span>
  )
}

const placeOf = ({ depth, start, extent }: PictureField): CSSProperties =>
  ({ '--depth': depth, '--start': start, '--extent': extent }) as CSSProperties
