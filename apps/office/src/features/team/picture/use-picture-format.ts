import { directionOf } from '@partner-office/locales'
import { useTranslation } from 'react-i18next'

import { countText } from '../../../lib/formats/formats.ts'
import { useLocale } from '../../../lib/formats/locale.ts'
import { fullNameOf, useProfile } from '../../../lib/session/profile.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { centsToEur, exactShare } from '../../../parts/figures/eur.ts'
import { percentText } from '../../../parts/figures/percent-text.ts'
import { type PictureMeasure } from './picture-layout.ts'

type Named = { readonly id: number; readonly firstName: string; readonly lastName: string }

/** How the picture names people and writes sizes and shares. */
export function usePictureFormat(): {
  readonly name: (person: Named) => string
  /** A name with its direction isolated, for use in a sentence. */
  readonly inSentence: (name: string) => string
  readonly size: (size: bigint, measure: PictureMeasure) => string
  /** The figure without its unit. */
  readonly figure: (size: bigint, measure: PictureMeasure) => string
  readonly percent: (size: bigint, whole: bigint) => string
} {
  const { t } = useTranslation()
  const { id } = useProfile()
  const locale = useLocale()
  const { style, figure, amountText } = useFormat()
  const isMirrored = directionOf(locale) === 'rtl'
  const count = (people: bigint): string => countText(Number(people), style)
  return {
    name: (person) =>
      person.id === id ? t('teamPicture.you') : fullNameOf(person) || t('common.noname'),
    inSentence: (name) => (isMirrored ? `\u2068${name}\u2069` : name),
    size: (size, measure) =>
      measure === 'turnover'
        ? amountText(centsToEur(size), 'EUR')
        : t('team.people', { count: Number(size), shown: count(size) }),
    figure: (size, measure) =>
      measure === 'people' ? count(size) : figure(centsToEur(size), 'EUR'),
    percent: (size, whole) => {
      const percent = percentText(exactShare(size, whole), style)
      return isMirrored ? `\u2066${percent}\u2069` : percent
    },
  }
}
