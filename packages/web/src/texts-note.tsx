import { LANGUAGES, type Language } from '@partner-office/locales'
import { Button, Note } from '@partner-office/ui'
import { useSyncExternalStore } from 'react'

import type { Texts } from './texts.ts'

/** Says that the texts of the wanted language are not here yet. In English, because they are not. */
export function TextsNote({ texts }: { readonly texts: Texts }) {
  const missing = useSyncExternalStore(texts.subscribe, texts.missing) as Language | null
  if (missing === null) return null
  const retry = (
    <Button size="sm" onClick={texts.retry}>
      Retry
    </Button>
  )
  return (
    <div className="banner" lang="en" dir="ltr">
      <Note tone="orange" icon="globe" live action={retry}>
        The texts in <b lang={missing}>{LANGUAGES[missing]}</b> could not be loaded yet. The page
        changes to this language when they are here.
      </Note>
    </div>
  )
}
