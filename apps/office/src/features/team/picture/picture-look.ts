import type { TeamPictureNode } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { rankNameKey } from '../../../lib/queries/ranks.ts'
import type { PictureMeasure } from './picture-layout.ts'

/** Meaning of the colours. */
export type PictureColour = 'rank' | 'active'

/** Meaning of sizes and colours, chosen by the reader. */
export type PictureSettings = { readonly measure: PictureMeasure; readonly colour: PictureColour }

/** Settings and the base of all shares: `whole` is the caller's whole team. */
export type PictureLook = PictureSettings & {
  /** Units: as `lineSize`. */
  readonly whole: bigint
}

/** Colour of a field, a key of picture.css. */
export const toneOf = ({ rang, active }: TeamPictureNode, colour: PictureColour): string =>
  colour === 'rank' ? rang : active ? 'ACTIVE' : 'INACTIVE'

/** Names what the colour of a field means. */
export function useKind(colour: PictureColour): (person: TeamPictureNode) => string {
  const { t } = useTranslation()
  return ({ rang, active }) =>
    colour === 'rank' ? t(rankNameKey(rang)) : t(active ? 'team.active' : 'team.inactive')
}
