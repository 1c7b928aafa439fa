import type { TeamPictureNode } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { lineSize } from './picture-layout.ts'
import type { PictureLook } from './picture-look.ts'
import { usePictureFormat } from './use-picture-format.ts'

/** Indexed by the number of lines that the sentence names. */
const SENTENCES = {
  turnover: [
    'teamPicture.turnoverNone',
    'teamPicture.turnoverOne',
    'teamPicture.turnoverTwo',
    'teamPicture.turnoverThree',
  ],
  people: [
    'teamPicture.peopleNone',
    'teamPicture.peopleOne',
    'teamPicture.peopleTwo',
    'teamPicture.peopleThree',
  ],
} as const

const MOST_NAMED = 3

type PictureSentenceProps = { readonly top: TeamPictureNode; readonly look: PictureLook }

/** The picture in words: the partner's largest lines, or one line and the largest line below it. */
export function PictureSentence({ top, look: { measure, whole } }: PictureSentenceProps) {
  const { t } = useTranslation()
  const format = usePictureFormat()
  const isPartner = top.level === 0
  const named = (isPartner ? top.children : [top])
    .map((person) => ({
      name: format.inSentence(format.name(person)),
      size: lineSize(person, measure),
    }))
    .filter(({ size }) => size > 0n)
    .slice(0, MOST_NAMED)
  const [first, second, third] = named
  const share = (size = 0n): string => format.percent(size, whole)
  return (
    <p className="subdued picture-sentence">
      {t(SENTENCES[measure][named.length]!, {
        first: first?.name,
        firstShare: share(first?.size),
        second: second?.name,
        secondShare: share(second?.size),
        third: third?.name,
        thirdShare: share(third?.size),
      })}{' '}
      {isPartner ? (
        named.length < top.flSize &&
        t('teamPicture.others', {
          count: top.flSize - named.length,
          share: share(named.reduce((rest, { size }) => rest - size, whole)),
        })
      ) : (
        <Largest below={top} measure={measure} />
      )}
    </p>
  )
}

type LargestProps = { readonly below: TeamPictureNode } & Pick<PictureLook, 'measure'>

function Largest({ below, measure }: LargestProps) {
  const { t } = useTranslation()
  const format = usePictureFormat()
  const [person] = below.children
  if (person === undefined) return null
  return t('teamPicture.ofIt', {
    name: format.inSentence(format.name(person)),
    share: format.percent(lineSize(person, measure), lineSize(below, measure)),
  })
}
