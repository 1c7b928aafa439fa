import type { RankStatus } from '@partner-office/contracts'
import { listText } from '@partner-office/locales'
import { Button } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../../../lib/formats/locale.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { centsToEur } from '../../../parts/figures/eur.ts'
import { type Tries, type TryOut } from './try-out.ts'
import { useLegName } from './use-leg-name.ts'

type WayProps = {
  readonly status: RankStatus
  readonly answer: TryOut
  readonly onFill: (tries: Tries) => void
}

/** The least turnover that reaches the rank, and the legs in which it counts in full. */
export function ShortestWay({ status, answer: { now }, onFill }: WayProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { amountText } = useFormat()
  const nameOf = useLegName(status)
  const newLeg = status.topPartners.length
  const parts = (now.cheapest?.parts ?? []).map(({ userId, amount }) => ({
    place: userId ?? newLeg,
    amount,
  }))
  const texts = parts.map(({ place, amount: cents }) => {
    const amount = amountText(centsToEur(cents), 'EUR')
    return place >= newLeg
      ? t('whatIf.partNew', { amount })
      : t('whatIf.part', { amount, leg: nameOf(place) })
  })
  return (
    <section className="card stack gap-4" aria-labelledby="shortest-way">
      <h2 className="heading-2" id="shortest-way">
        {t('whatIf.shortestWay')}
      </h2>
      <p>
        {now.cheapest === null
          ? t(now.reached ? 'whatIf.nothingMissing' : 'whatIf.noWay')
          : t('whatIf.way', { parts: listText(texts, locale) })}
      </p>
      {parts.length > 0 && (
        <>
          <Button
            variant="primary"
            onClick={() => onFill(new Map(parts.map(({ place, amount }) => [place, amount])))}
          >
            {t('whatIf.fill')}
          </Button>
          <p className="meta">{t('whatIf.leastHint')}</p>
        </>
      )}
    </section>
  )
}
