import { tabStorage } from '@partner-office/web'
import { lazyRouteComponent } from '@tanstack/react-router'

const RELOADED = 'reloaded-at'
/** A page that fails again this soon after a reload is not missing because a newer version was deployed. */
const AGAIN_MS = 60_000

/** The component of a page whose area is loaded when the page is opened. If the area is gone with its version, the app reloads. */
export const lazyPage = <
  Loaded extends Readonly<Record<string, unknown>>,
  Name extends keyof Loaded & string,
>(
  load: () => Promise<Loaded>,
  name: Name,
) => lazyRouteComponent(() => load().catch(recover), name)

async function recover(cause: unknown): Promise<never> {
  const isNew = Date.now() - Number(tabStorage.read(RELOADED)) > AGAIN_MS
  if (!isNew || !navigator.onLine || !tabStorage.write(RELOADED, `${Date.now()}`)) throw cause
  location.reload()
  return new Promise(() => {})
}
