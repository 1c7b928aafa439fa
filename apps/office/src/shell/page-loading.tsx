import { Skeleton } from '@partner-office/ui'
import { Loading } from '@partner-office/web'

/** Holds the place of a page while its code arrives. The frame around it stays. */
export function PageLoading() {
  return <Loading placeholder={<Places />} />
}

const Places = () => (
  <div className="page-skeleton stack gap-5" aria-hidden="true">
    <Skeleton width={180} height={32} />
    <Skeleton height={152} />
    <Skeleton height={152} />
  </div>
)
