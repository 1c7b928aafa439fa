import { useTranslation } from 'react-i18next'

import type { PictureField } from './picture-layout.ts'
import { type PictureLook, toneOf, useKind } from './picture-look.ts'

type PictureLegendProps = {
  readonly fields: readonly PictureField[]
  readonly look: PictureLook
  readonly isUpright: boolean
}

/** What the colours and the gaps of a picture mean. */
export function PictureLegend({ fields, look, isUpright }: PictureLegendProps) {
  const { t } = useTranslation()
  const kind = useKind(look.colour)
  const kinds = new Map(
    fields.flatMap(({ person }) =>
      person === null ? [] : [[toneOf(person, look.colour), kind(person)] as const],
    ),
  )
  return (
    <div className="in-row between wrap">
      <ul className="keys">
        {[...kinds].map(([tone, name]) => (
          <li key={tone} className="in-row subdued">
            <i className="swatch wash" data-tone={tone} />
            {name}
          </li>
        ))}
      </ul>
      <p className="caption">{t(HINTS[look.measure][isUpright ? 'upright' : 'lying'])}</p>
    </div>
  )
}

const HINTS = {
  turnover: { upright: 'teamPicture.columnsTurnover', lying: 'teamPicture.rowsTurnover' },
  people: { upright: 'teamPicture.columnsPeople', lying: 'teamPicture.rowsPeople' },
} as const
