import type { TeamPictureNode } from '@partner-office/contracts'
import { drilledDown, type PathStep, truncatedTo } from '@partner-office/domain'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../../lib/profile.ts'
import { useWindowClass } from '../../../lib/window-class.ts'
import type { TeamSearchState } from '../lib/use-team-search.ts'
import {
  lineSize,
  peopleDownTo,
  type PictureField,
  pictureFields,
  teamPart,
} from './picture-layout.ts'
import type { PictureLook, PictureSettings } from './picture-look.ts'

/** How many lines below the top are drawn, and the least share that is a field: one wide enough to be pressed. */
const UPRIGHT = { lines: 2, least: 0.045 }
const LYING = { lines: 4, least: 0.03 }

/** The answers that a picture is drawn from. */
export type PictureData = {
  /** The partner who looks, and whose team is shown. */
  readonly own: TeamPictureNode
  readonly top: TeamPictureNode
  /** Whether the team is still the one that the reader comes from. */
  readonly isOld: boolean
}

type Drawing = {
  readonly look: PictureLook
  readonly fields: readonly PictureField[]
  /** What fills the picture. Units: as `lineSize`. */
  readonly size: bigint
  readonly isUpright: boolean
  readonly selected: TeamPictureNode
  readonly selectedField: RefObject<HTMLButtonElement | null>
  /** The way from the top of the picture to whoever is selected. */
  readonly steps: readonly PathStep[]
  readonly select: (person: TeamPictureNode) => void
  readonly zoom: (person: TeamPictureNode) => void
  readonly goUp: () => void
}

/** The fields of a picture, who of them is selected, and the ways from there. */
export function useDrawing(
  { own, top, isOld }: PictureData,
  settings: PictureSettings,
  { search, change }: TeamSearchState,
): Drawing {
  const { t } = useTranslation()
  const isUpright = useWindowClass() !== 'desktop'
  const [selectedId, setSelectedId] = useState<number>()
  const { measure } = settings
  const whole = teamPart(own, measure)
  const size = top.id === own.id ? whole : lineSize(top, measure)
  const fields = pictureFields(top, {
    measure,
    whole: size,
    ...(isUpright ? UPRIGHT : LYING),
  })
  const selected = fields.find(({ person }) => person?.id === selectedId)?.person ?? top
  const stepsTo = (person: TeamPictureNode): readonly PathStep[] =>
    wayTo(fields, person).map((on) => ({
      name: fullNameOf(on) || t('common.noname'),
      id: on.id,
      flSize: on.flSize,
    }))
  const { selectedField, follow } = useFocusOfZoom(top)
  const last = search.path.length - 1
  return {
    look: { ...settings, whole },
    fields,
    size,
    isUpright,
    selected,
    selectedField,
    steps: stepsTo(selected),
    select: ({ id }) => setSelectedId(id),
    zoom: (person) => {
      if (isOld || person === top || person.flSize === 0) return
      setSelectedId(person.id)
      follow()
      change((now) => drilledDown(now, stepsTo(person)), 'step')
    },
    goUp: () => {
      if (last > 0) change((now) => truncatedTo(now, last - 1), 'step')
    },
  }
}

/** The focus goes to the new top, whatever led there: a button that is gone leaves it nowhere. */
function useFocusOfZoom({ id }: TeamPictureNode) {
  const selectedField = useRef<HTMLButtonElement>(null)
  const isZooming = useRef(false)
  useEffect(() => {
    if (isZooming.current) selectedField.current?.focus()
    isZooming.current = false
  }, [id])
  const follow = () => {
    isZooming.current = true
  }
  return { selectedField, follow }
}

/** Those from the top down to somebody; who is too small to be drawn stands in the first line. */
function wayTo(
  fields: readonly PictureField[],
  sought: TeamPictureNode,
): readonly TeamPictureNode[] {
  const at = fields.findIndex(({ person }) => person === sought)
  return at === -1 ? [sought] : peopleDownTo(fields, at)
}
