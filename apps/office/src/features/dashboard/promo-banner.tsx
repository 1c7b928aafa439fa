import { Icon, IconButton } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { dateText, timeText } from '../../lib/formats/formats.ts'
import { useOffice } from '../../lib/session/office.ts'
import { type Promotion, promotionAt } from '../../lib/configuration/promotion.ts'
import './promo-banner.css'
import { useRotation } from './use-rotation.ts'

/** The running promotion as one quiet line. Source: requirements LND-016 to LND-019, RTE-045. */
export function PromoBanner() {
  const { config } = useOffice()
  const [openedAt] = useState(Date.now)
  const promotion = promotionAt(config, openedAt)
  return promotion === null ? null : <Banner promotion={promotion} />
}

function Banner({ promotion }: { readonly promotion: Promotion }) {
  const { t } = useTranslation()
  const [isHeld, setHeld] = useState(false)
  const slides = useSlides(promotion)
  const { shown, show, isPaused, setPaused } = useRotation(slides.length, isHeld)
  return (
    <section
      className="card promo"
      aria-label={t('promo.region')}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name="tag" size={18} />
      <p className="grow promo-slide">{slides[shown]}</p>
      {promotion.bot !== null && (
        <a className="link" href={promotion.bot} target="_blank" rel="noreferrer">
          {t('promo.openBot')}
        </a>
      )}
      {slides.length > 1 && (
        <span className="in-row">
          <IconButton
            icon={isPaused ? 'play' : 'pause'}
            size="sm"
            label={t(isPaused ? 'promo.play' : 'promo.pause')}
            onClick={() => setPaused(!isPaused)}
          />
          <span className="meta digits" aria-hidden="true">
            {shown + 1} / {slides.length}
          </span>
          <IconButton
            icon="forward"
            size="sm"
            label={t('promo.next')}
            onClick={() => show((shown + 1) % slides.length)}
          />
        </span>
      )}
    </section>
  )
}

/** The sentences of the banner, one after the other. */
function useSlides({ code, value, end }: Promotion): readonly string[] {
  const { t } = useTranslation()
  return [
    value === '' ? t('promo.title', { code }) : t('promo.titleValue', { code, value }),
    ...(end === null
      ? []
      : [t('promo.until', { date: dateText(end - 1), time: timeText(end - 1) })]),
    t('promo.text'),
  ]
}
