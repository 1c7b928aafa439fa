const failed = new Set<HTMLLinkElement>()

/** Notes a stylesheet that did not arrive. */
export function noteFailedStyles({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
}

/** Fetches the noted stylesheets again: the code of a page asks for each of its stylesheets only once. */
export async function fetchFailedStyles(): Promise<void> {
  const links = [...failed]
  failed.clear()
  await Promise.all(links.map(fetchAgain))
}

function fetchAgain(link: HTMLLinkElement): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const again = link.cloneNode() as HTMLLinkElement
  again.addEventListener('load', resolve)
  again.addEventListener('error', () => reject(new Error(`${again.href} did not arrive`)))
  link.replaceWith(again)
  return promise
}
