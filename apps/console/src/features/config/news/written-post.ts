import type { CallInput, ConsolePost, postConsoleNews } from '@partner-office/contracts'

/** A post as it stands in the fields. */
export type WrittenPost = CallInput<typeof postConsoleNews>['body']

const EMPTY: WrittenPost = {
  language: 'en',
  title: '',
  category: '',
  date: '',
  figure: '',
  content: '',
}

/** A stored post as the fields show it; null: an empty one. */
export function writtenOf(post: ConsolePost | null): WrittenPost {
  if (post === null) return EMPTY
  const { language, title, category, publishedAt, figure, content } = post
  return { language, title, category, date: new Date(publishedAt).toISOString(), figure, content }
}
