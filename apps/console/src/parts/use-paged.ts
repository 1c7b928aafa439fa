import { useInfiniteQuery } from '@tanstack/react-query'

type Page<Row> = { readonly content: readonly Row[]; readonly next?: string | undefined }
type Read<Row> = (cursor: { readonly cursor?: string }, signal: AbortSignal) => Promise<Page<Row>>

/** A list that is read a page at a time; each page names the next one. */
export const usePaged = <Row>(key: readonly unknown[], read: Read<Row>) =>
  useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam === '' ? {} : { cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
