import { buttonClass, Button, Checkbox, Dialog, Icon } from '@partner-office/ui'
import { useCopy } from '@partner-office/web'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { dateText, timeLeft, timeText } from '../../lib/formats/formats.ts'
import {
  hidePromo,
  isPromoHidden,
  type Promotion,
  promotionAt,
} from '../../lib/configuration/promotion.ts'
import { useNowUntil } from '../../lib/browser/use-now-until.ts'
import { usePublicPage } from '../../parts/public/public-page.ts'

/** The running promotion, above the public pages. Source: requirements LND-009 to LND-016. */
export function PromoPopup() {
  const { config } = usePublicPage()
  const [openedAt] = useState(Date.now)
  const promotion = promotionAt(config, openedAt)
  return promotion === null ? null : <UnlessHidden promotion={promotion} />
}

function UnlessHidden({ promotion }: { readonly promotion: Promotion }) {
  const { cookies } = usePublicPage()
  const [isShown, setShown] = useState(() => !isPromoHidden(cookies, Date.now()))
  return isShown && <Popup promotion={promotion} onClose={() => setShown(false)} />
}

type PopupProps = { readonly promotion: Promotion; readonly onClose: () => void }

function Popup({ promotion: { code, value, bot, end }, onClose }: PopupProps) {
  const { t } = useTranslation()
  const title = value === '' ? t('promo.title', { code }) : t('promo.titleValue', { code, value })
  return (
    <Dialog
      title={title}
      hint={end === null ? undefined : <Until end={end} />}
      closeLabel={t('common.close')}
      onClose={onClose}
      footer={
        <>
          <HideToday />
          {bot !== null && (
            <a
              href={bot}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ variant: 'primary' })}
            >
              {t('promo.openBot')}
              <Icon name="external" size={16} />
            </a>
          )}
        </>
      }
    >
      <div className="stack gap-4">
        <p className="subdued">{t('promo.text')}</p>
        <Code code={code} />
        {end !== null && <TimeLeft end={end} />}
      </div>
    </Dialog>
  )
}

function Until({ end }: { readonly end: number }): ReactNode {
  const { t } = useTranslation()
  const last = end - 1
  return (
    <span className="in-row">
      <Icon name="clock" size={16} />
      {t('promo.until', { date: dateText(last), time: timeText(last) })}
    </span>
  )
}

function Code({ code }: { readonly code: string }) {
  const { t } = useTranslation()
  const copy = useCopy()
  return (
    <div className="copy promo-code">
      <b className="ellipsis mono">{code}</b>
      <Button icon="copy" onClick={() => copy(code)}>
        {t('promo.copy')}
      </Button>
    </div>
  )
}

function TimeLeft({ end }: { readonly end: number }) {
  const { t } = useTranslation()
  const left = timeLeft(end, useNowUntil(end))
  if (left === null) return <p className="meta">{t('promo.over')}</p>
  const { days, hours, minutes, seconds } = left
  const clock = [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':')
  return (
    <p className="meta" role="timer" aria-live="off">
      {t('promo.left', { days, clock })}
    </p>
  )
}

function HideToday() {
  const { t } = useTranslation()
  const { cookies } = usePublicPage()
  return (
    <div className="grow">
      <Checkbox
        label={t('promo.hideToday')}
        onChange={({ currentTarget }) => hidePromo(cookies, currentTarget.checked, Date.now())}
      />
    </div>
  )
}
