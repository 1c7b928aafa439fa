import type { TeamPictureNode } from '@partner-office/contracts'
import { drilledDown, type PathStep, truncatedTo } from '@partner-office/domain'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../../lib/session/profile.ts'
import { useWindowClass } from '../../../lib/browser/window-class.ts'
import type { TeamSearchState } from '../lib/use-team-search.ts'
import {
  lineSize,
  peopleDownTo,
  type PictureField,
  pictureFields,
  teamPart,
} from './picture-layout.ts'
import type { PictureLook, PictureSettings } from './picture-look.ts'

/** Lines drawn below the top, and the smallest share with a field of its own: wide enough to be pressed. */
const UPRIGHT = { lines: 2, least: 0.045 }
const LYING = { lines: 4, least: 0.03 }

/** Data of a picture. */
export type PictureData = {
  /** The caller, and the owner of the shown team. */
  readonly own: TeamPictureNode
  readonly top: TeamPictureNode
  /** Whether the data still belongs to the previous team. */
  readonly isOld: boolean
}

type Drawing = {
  readonly look: PictureLook
  readonly fields: readonly PictureField[]
  /** Size of the whole picture. Units: as `lineSize`. */
  readonly size: bigint
  readonly isUpright: boolean
  readonly selected: TeamPictureNode
  readonly selectedField: RefObject<HTMLButtonElement | null>
  /** Path from the top of the picture to the selected member. */
  readonly steps: readonly PathStep[]
  readonly select: (person: TeamPictureNode) => void
  readonly zoom: (person: TeamPictureNode) => void
  readonly goUp: () => void
}

/** Fields of a picture, the selected one, and the calls that move from it. */
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

/** Moves the focus to the new top after a zoom: the button that had it may be gone. */
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

/** Members from the top down to `sought`; a member without a field is in the first line. */
function wayTo(
  fields: readonly PictureField[],
  sought: TeamPictureNode,
): readonly TeamPictureNode[] {
  const at = fields.findIndex(({ person }) => person === sought)
  return at === -1 ? [sought] : peopleDownTo(fields, at)
}
