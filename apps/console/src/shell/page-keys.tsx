import { useKeys } from '@partner-office/ui/console'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useSignedIn } from '../lib/console.ts'
import { hasOneOf } from '../lib/session.ts'
import { PATHS } from '../paths.ts'
import { MENU } from './menu.ts'

type PageKeysProps = { readonly onFind: () => void; readonly onKeys: () => void }

/** The keys that every page has. */
export function PageKeys({ onFind, onKeys }: PageKeysProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const { operator } = useSignedIn()
  const pages = MENU.flatMap(({ pages: listed }) => listed).filter(({ roles }) =>
    hasOneOf(operator.roles, roles),
  )
  useKeys([
    { keys: 'mod+k', label: t('command.title'), run: onFind },
    { keys: '?', label: t('keys.show'), run: onKeys },
    { keys: '/', label: t('keys.search'), run: focusSearch },
    ...pages.map(({ to, text, key }) => ({
      keys: `g ${key}`,
      label: t(text),
      run: () => void router.navigate({ to }),
    })),
    {
      keys: 'g u',
      label: t('me.title'),
      run: () => void router.navigate({ to: PATHS.me }),
    },
  ])
  return null
}

/** The search field of the page; where it has none, the first filter. */
function focusSearch(): void {
  document.querySelector<HTMLElement>('main :is([type="search"], .filter-chip button)')?.focus()
}
