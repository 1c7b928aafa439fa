import { type CallReply, postNewsPreview } from '@partner-office/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { useConsole } from '../../../lib/console.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import type { WrittenPost } from './written-post.ts'

type Preview = {
  readonly html: string
  /** Null while the service has not checked what stands in the fields. */
  readonly problems: CallReply<typeof postNewsPreview>['problems'] | null
}

/** What the office will show of a post, and what is wrong with it. The text before stays until the next one is there. */
export function usePreview(written: WrittenPost): Preview {
  const { api } = useConsole()
  const settled = useSettled(written)
  const { data, isPlaceholderData } = useQuery({
    queryKey: [postNewsPreview.path, settled],
    queryFn: ({ signal }) => api.call(postNewsPreview, { body: settled, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const isChecked = settled === written && !isPlaceholderData
  return { html: data?.html ?? '', problems: isChecked ? (data?.problems ?? null) : null }
}
