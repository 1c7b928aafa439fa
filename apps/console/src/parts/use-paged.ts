import { useInfiniteQuery } from '@tanstack/react-query'

type Page = { readonly next?: string | undefined }
type Read<Reply> = (cursor: { readonly cursor?: string }, signal: AbortSignal) => Promise<Reply>

/** A list that is read a page at a time; each page names the next one. Units: `rereadMs`: when a list that changes by itself is read anew. */
export const usePaged = <Reply extends Page>(
  key: readonly unknown[],
  read: Read<Reply>,
  rereadMs: number | false = false,
) =>
  useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam === '' ? {} : { cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: rereadMs,
  })
