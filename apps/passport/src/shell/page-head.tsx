import { Chip, Icon, type IconName } from '@partner-office/ui'
import { useDocumentTitle, useHeadingFocus } from '@partner-office/web'
import { type ReactNode, useEffect } from 'react'

type PageHeadProps = {
  readonly title: string
  /** A sentence under the title. */
  readonly children?: ReactNode
  /** An icon of the result, instead of the host: green, or red if `isBad`. */
  readonly mark?: IconName | undefined
  readonly isBad?: boolean
}

let isFirstPage = true

/** The title of a card. It takes the focus when the card changes and no field has taken it. */
export function PageHead({ title, children, mark, isBad = false }: PageHeadProps) {
  const heading = useHeadingFocus(!isFirstPage)
  useDocumentTitle(title)
  useEffect(() => {
    isFirstPage = false
  }, [])
  return (
    <div className="stack gap-3">
      {mark === undefined ? (
        <span>
          <Chip tone="grey-stroke" icon="lock">
            <bdi dir="ltr">{location.host}</bdi>
          </Chip>
        </span>
      ) : (
        <span className={isBad ? 'mark failed' : 'mark'}>
          <Icon name={mark} size={24} />
        </span>
      )}
      <div className="stack gap-1">
        <h1 ref={heading} tabIndex={-1} className="heading-1">
          {title}
        </h1>
        {children !== undefined && <p className="subdued lead">{children}</p>}
      </div>
    </div>
  )
}
