import { VisuallyHidden } from '@partner-office/ui'
import { WrittenContent } from '@partner-office/web/written-content.tsx'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { NewsMeta } from './news-meta.tsx'
import { type NewsItem, postOf } from './news-item.ts'
import { useSeen } from './use-seen.ts'

type NewsEntryProps = {
  readonly item: NewsItem
  /** Whether the text is open from the start. */
  readonly isOpenFirst: boolean
  readonly onRead: () => void
}

/** One item of the list: title, category and date; a press shows its text. */
export function NewsEntry({ item, isOpenFirst, onRead }: NewsEntryProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(isOpenFirst)
  const id = useId()
  const seen = useSeen<HTMLLIElement>(item.isNew, onRead)
  const toggle = () => {
    setOpen(!isOpen)
    onRead()
  }
  return (
    <li ref={seen} className="news-entry">
      <button
        type="button"
        className="news-head"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        <span className={item.isNew ? 'news-mark unseen' : 'news-mark'} />
        <span className="grow stack gap-1">
          <span className={item.isNew ? 'bold' : 'medium-weight subdued'}>
            {item.isNew && <VisuallyHidden>{t('news.unread')} </VisuallyHidden>}
            <bdi>{item.title}</bdi>
          </span>
          <NewsMeta item={item} />
        </span>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <NewsText item={item} />}
      </div>
    </li>
  )
}

function NewsText({ item }: { readonly item: NewsItem }) {
  const { t } = useTranslation()
  const { config } = useOffice()
  const isOwnPicture = item.figure.startsWith(`${config.hosts.domainCdn}/`)
  return (
    <div className="news-text stack">
      {isOwnPicture && <img src={item.figure} alt="" loading="lazy" className="news-figure" />}
      <WrittenContent html={item.content} />
      {postOf(item) === null && (
        <a className="link" href={item.link} target="_blank" rel="noopener noreferrer">
          {t('news.more', { host: new URL(item.link).host })}
        </a>
      )}
    </div>
  )
}
