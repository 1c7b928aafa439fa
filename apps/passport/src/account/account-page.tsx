import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'

type AccountPageProps = {
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
}

/** The head of an account page, and its cards. */
export function AccountPage({ title, lead, children }: AccountPageProps) {
  const { t } = useTranslation()
  const product = t('common.product')
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title, product])
  return (
    <>
      <div className="stack g1">
        <h1 className="h1">{title}</h1>
        <p className="meta">{lead}</p>
      </div>
      {children}
    </>
  )
}
