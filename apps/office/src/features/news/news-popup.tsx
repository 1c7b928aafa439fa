import { Button, IconButton } from '@partner-office/ui'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import type { Opened } from './news-item.ts'
import { NewsMeta } from './news-meta.tsx'
import './news.css'
import type { News } from './use-news.ts'

type NewsPopupProps = {
  readonly news: News
  /** Opens the list with an item. */
  readonly onRead: (opened: Opened) => void
}

/** A card beside the page with the newest unread item, once a day. Source: requirements NEW-003, NEW-012; decisions D-109. */
export function NewsPopup({ news, onRead }: NewsPopupProps) {
  const { t } = useTranslation()
  const id = useId()
  const card = useRef<HTMLElement>(null)
  const item = news.items.find(({ isNew }) => isNew)!
  const close = async (then: () => void = () => {}) => {
    const { current: leaving } = card
    if (leaving === null || 'leaving' in leaving.dataset) return
    leaving.dataset['leaving'] = ''
    await Promise.allSettled((leaving.getAnimations?.() ?? []).map(({ finished }) => finished))
    news.closePopup()
    then()
  }
  return (
    <section ref={card} className="news-popup" role="dialog" aria-labelledby={id}>
      <div className="in-row between from-top">
        <div className="stack gap-1">
          <h2 className="heading-2" id={id}>
            <bdi>{item.title}</bdi>
          </h2>
          <NewsMeta item={item} />
        </div>
        <IconButton icon="close" size="sm" label={t('common.close')} onClick={() => void close()} />
      </div>
      <div className="in-row between">
        <span className="meta">
          {news.unread > 1 && t('news.others', { count: news.unread - 1 })}
        </span>
        <Button size="sm" onClick={() => void close(() => onRead({ link: item.link }))}>
          {t('news.read')}
        </Button>
      </div>
    </section>
  )
}
