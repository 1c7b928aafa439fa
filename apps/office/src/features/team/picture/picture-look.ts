import type { TeamPictureNode } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { rankNameKey } from '../../../lib/ranks.ts'
import type { PictureMeasure } from './picture-layout.ts'

/** What the colour of a field says. */
export type PictureColour = 'rank' | 'active'

/** What sizes and colours say, as the reader has chosen it. */
export type PictureSettings = { readonly measure: PictureMeasure; readonly colour: PictureColour }

/** What a picture is looked at with; `whole` is what shares are of, the whole team of the partner who looks. */
export type PictureLook = PictureSettings & {
  /** Units: as `lineSize`. */
  readonly whole: bigint
}

/** Which wash a field wears. */
export const toneOf = ({ rang, active }: TeamPictureNode, colour: PictureColour): string =>
  colour === 'rank' ? rang : active ? 'ACTIVE' : 'INACTIVE'

/** What the colour of a field says, in words. */
export function useKind(colour: PictureColour): (person: TeamPictureNode) => string {
  const { t } = useTranslation()
  return ({ rang, active }) =>
    colour === 'rank' ? t(rankNameKey(rang)) : t(active ? 'team.active' : 'team.inactive')
}
