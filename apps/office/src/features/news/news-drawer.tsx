import { Button, Count, Drawer, EmptyNotice } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { NewsEntry } from './news-entry.tsx'
import { type NewsItem, type Opened, postOf } from './news-item.ts'
import './news.css'
import type { News } from './use-news.ts'

type NewsDrawerProps = {
  readonly news: News
  readonly opened: Opened
  readonly onClose: () => void
}

/** The list of news beside the page. Source: requirements NEW-007. */
export function NewsDrawer({ news, opened, onClose }: NewsDrawerProps) {
  const { t } = useTranslation()
  const { items, unread } = news
  const links = items.filter(({ isNew }) => isNew).map(({ link }) => link)
  return (
    <Drawer
      title={
        <span className="in-row">
          {t('news.title')} {unread > 0 && <Count>{unread}</Count>}
        </span>
      }
      action={
        unread > 0 && (
          <Button size="sm" variant="ghost" onClick={() => news.markRead(links)}>
            {t('news.markAll')}
          </Button>
        )
      }
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <Loaded query={news.query} placeholder={280} title="news.failed">
        {() => <NewsList news={news} opened={opened} />}
      </Loaded>
    </Drawer>
  )
}

function NewsList({ news, opened }: Pick<NewsDrawerProps, 'news' | 'opened'>) {
  const { t } = useTranslation()
  if (news.items.length === 0) {
    return <EmptyNotice title={t('news.none')} hint={t('news.noneHint')} />
  }
  return (
    <ul>
      {news.items.map((item) => (
        <NewsEntry
          key={item.link}
          item={item}
          isOpenFirst={isMeant(item, opened)}
          onRead={() => news.markRead([item.link])}
        />
      ))}
    </ul>
  )
}

const isMeant = (item: NewsItem, { post, link }: Opened): boolean =>
  link === item.link || (post !== undefined && post === postOf(item))
