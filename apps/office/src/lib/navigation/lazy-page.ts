import { tabStorage } from '@partner-office/web'
import { lazyRouteComponent } from '@tanstack/react-router'

import { fetchFailedStyles } from './failed-styles.ts'

const LEFT = 'left-version'

/** The code of a page did not arrive: offline, or a newer version is deployed. */
export class PageCodeMissing extends Error {
  constructor(cause: unknown) {
    super('page code missing', { cause })
  }
}

type Pages = Readonly<Record<string, unknown>>

/**
 * The component of a page whose code is loaded when the page is opened.
 *
 * If the code does not arrive because a newer version is deployed, the app reloads itself, once for each version. Otherwise the
 * page throws `PageCodeMissing`, and its place offers a retry.
 */
export const lazyPage = <Loaded extends Pages, Name extends keyof Loaded & string>(
  load: () => Promise<Loaded>,
  name: Name,
) =>
  lazyRouteComponent(
    () => Promise.all([load(), fetchFailedStyles()]).then(([pages]) => pages, recover),
    name,
  )

async function recover(cause: unknown): Promise<never> {
  if (await isOutdated()) {
    location.reload()
    await new Promise(() => {})
  }
  throw new PageCodeMissing(cause)
}

/** Whether the host serves another version of the app. True once for each version that was left. */
async function isOutdated(): Promise<boolean> {
  const modules = document.querySelectorAll<HTMLScriptElement>('script[type="module"]')
  const scripts = [...modules].map(({ src }) => new URL(src).pathname)
  const version = scripts.join(' ')
  if (tabStorage.read(LEFT) === version) return false
  const page = await newestPage()
  if (page === null || scripts.every((script) => page.includes(script))) return false
  // Without a storage it could reload itself for ever.
  return tabStorage.write(LEFT, version)
}

async function newestPage(): Promise<string | null> {
  try {
    const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
    return response.ok ? await response.text() : null
  } catch {
    return null
  }
}
